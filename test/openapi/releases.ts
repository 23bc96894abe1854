import { readdirSync } from 'node:fs';

const FOLDER = new URL('../../docs/openapi/', import.meta.url).pathname;

/** The document of the newest release: `v0.10.json` is newer than `v0.9.json`. @throws where there is none. */
export function lastRelease(names: readonly string[] = readdirSync(FOLDER)): string {
  const released = names.filter((name) => /^v\d+(?:\.\d+)*\.json$/.test(name));
  const newest = released.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (newest === undefined) throw new Error(`no released document in ${FOLDER}`);
  return `${FOLDER}${newest}`;
}
