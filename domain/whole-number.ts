/** A whole number as people write it: digits only (not `0x10`, `1e3`, ` 5`); undefined for anything else. */
export function parseWhole(text: string): number | undefined {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
