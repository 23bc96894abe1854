/**
 * How an operation is called: with curl, with the SDK for TypeScript, and with Python. Made from its recorded example
 * (contract/examples), so that the values are those of the answer beside it. Pure: nothing is read but the examples.
 *
 *     const samples = samplesOf({ operationId: 'createOrder', method: 'POST', path: '/open/v1/order/create' });
 *     for (const { label, language, code } of samples) …   // 'curl' bash, 'TypeScript' ts, 'Python' python
 *
 * Each is a complete program that runs unchanged, with these variables in its environment: GUIDEPOST_BASE_URL, the platform's
 * address; GUIDEPOST_CLIENT_ID and GUIDEPOST_CLIENT_SECRET, merchant key and app_secret; TOKEN, an access token, for curl and
 * Python. `npm run proof -- samples` runs all of them against a real platform.
 */
import { exampleOf } from '../examples/index.ts';
import { curlSample } from './curl.ts';
import { pythonSample } from './python.ts';
import { typescriptSample } from './typescript.ts';

export interface SampledOperation {
  readonly operationId: string;
  /** In capitals. */
  readonly method: string;
  /** As the document has it: `/open/v1/order/detail/{orderId}`. */
  readonly path: string;
}

export interface Sample {
  /** What people call it. */
  readonly label: 'curl' | 'TypeScript' | 'Python';
  /** As syntax highlighters call it. */
  readonly language: 'bash' | 'ts' | 'python';
  /** Ends without a line break. */
  readonly code: string;
}

/** @returns undefined for an operation of which no example is recorded. */
export function samplesOf(operation: SampledOperation): readonly Sample[] | undefined {
  const example = exampleOf(operation.operationId);
  if (example === undefined) return undefined;
  const call = { ...operation, ...example, request: example.request ?? {} };
  return [
    { label: 'curl', language: 'bash', code: curlSample(call) },
    { label: 'TypeScript', language: 'ts', code: typescriptSample(call) },
    { label: 'Python', language: 'python', code: pythonSample(call) },
  ];
}
