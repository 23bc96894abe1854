/** Samples that a test runs, for each operation; none are recorded yet. */

export interface Sample {
  readonly label: string;
  readonly language: string;
  readonly code: string;
}

export function samplesOf(_operationId: string): readonly Sample[] | undefined {
  return undefined;
}
