/** Something that must not be, with the evidence. */
export interface Violation {
  readonly rule: string;
  readonly evidence: string;
}

export function violations(rule: string, evidence: readonly string[]): Violation[] {
  return evidence.map((one) => ({ rule, evidence: one }));
}
