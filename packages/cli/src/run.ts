import { CommanderError } from 'commander';
import { EXIT } from './exit-codes.ts';
import { explain } from './explain.ts';
import { createProgram } from './program.ts';
import type { Io } from './terminal/io.ts';
import { printable } from './terminal/printable.ts';
import { styleFor } from './terminal/style.ts';

/** Carries out one command line. @returns the exit code; nothing is thrown. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.ok;
  const program = createProgram({
    io,
    exitWith: (other) => {
      code = other;
    },
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (io.signal.aborted) return EXIT.interrupted;
    return report(error, args, io);
  }
}

/** With `--json` as one document, so that a script need not read sentences; on stderr, since it is no result. */
function report(error: unknown, args: readonly string[], io: Io): number {
  const failure = explain(error);
  const style = styleFor(io.stderr, io.env, args.includes('--no-color'));
  const { exitCode, message, remedy, details = [], ...rest } = failure;
  if (args.includes('--json')) {
    io.stderr.write(`${JSON.stringify({ error: { message, exitCode, remedy, details, ...rest } })}\n`);
    return exitCode;
  }
  const lines = [
    `${style.bad('✗')} ${rest.code === undefined ? '' : `${style.strong(String(rest.code))} `}${printable(message)}`,
    ...details.map(({ path, reason, msg }) => `  ${style.strong(path)}: ${printable(msg ?? reason)}`),
    ...(remedy === undefined ? [] : [`  ${remedy}`]),
    ...(rest.requestId === undefined ? [] : [style.dim(`  request ${rest.requestId}`)]),
    ...(rest.docUrl === undefined ? [] : [style.dim(`  ${rest.docUrl}`)]),
  ];
  io.stderr.write(`${lines.join('\n')}\n`);
  return exitCode;
}
