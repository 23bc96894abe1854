import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Io } from './io.ts';

/** Asks on stderr, so that stdout is for results. @throws when it is aborted */
export async function ask({ stdin, stderr, signal }: Io, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return (await lines.question(`${question}: `, { signal })).trim();
  } finally {
    lines.close();
  }
}

/** The same, without showing what is typed. */
export async function askSecret({ stdin, stderr, signal }: Io, question: string): Promise<string> {
  stderr.write(`${question} (not shown): `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // As on a terminal: else the terminal itself would echo.
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    return (await lines.question('', { signal })).trim();
  } finally {
    lines.close();
    stderr.write('\n');
  }
}

/** All of stdin, without white space around it. */
export async function readStdin({ stdin }: Io): Promise<string> {
  return (await text(stdin)).trim();
}
