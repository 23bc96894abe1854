/** Runs TypeScript samples, one after the other, in a process of its own: a line of JSON for each, and one for its answer. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const print = (answer: object) => void process.stdout.write(`${JSON.stringify(answer)}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { file, env } = JSON.parse(line) as { file: string; env: Record<string, string> };
  Object.assign(process.env, env);
  const printed: unknown[] = [];
  console.log = (value) => void printed.push(value);
  try {
    await import(file);
    print({ printed });
  } catch (error) {
    print({ error: String(error instanceof Error ? (error.stack ?? error) : error) });
  }
}
if (process.stdout.writableLength > 0) await once(process.stdout, 'drain');
