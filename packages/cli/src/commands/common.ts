import { type Command, InvalidArgumentError } from 'commander';
import type { Io } from '../terminal/io.ts';
import { createOutput, type Output } from '../terminal/output.ts';

/** What every command has of the world, and how it says what it found. */
export interface Context {
  readonly io: Io;
  /** Called with the exit code where that is not 0. */
  readonly exitWith: (code: number) => void;
}

export interface CommonOptions {
  readonly profile?: string;
  readonly json?: boolean;
  readonly color?: boolean;
}

/** A command with the options that all have. `examples`: a line each, as typed. */
export function addCommand(
  parent: Command,
  name: string,
  summary: string,
  examples: readonly string[],
): Command {
  const shown = examples.map((example) => `  $ ${example}`).join('\n');
  return parent
    .command(name)
    .summary(summary)
    .description(summary)
    .option('--profile <name>', 'as whom: a profile of "guidepost login" (else GUIDEPOST_PROFILE)')
    .option('--json', 'print JSON and nothing else on stdout')
    .option('--no-color', 'print without colours')
    .addHelpText('after', `\nExamples:\n${shown}`);
}

export function outputOf({ io }: Context, options: CommonOptions): Output {
  return createOutput(io, options);
}

/** An http or https address, as an argument. */
export function address(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('An address such as http://localhost:3000/guidepost.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Without user name and password: others can read the command line.');
  }
  return url;
}

/** A whole number from 1 on, as an option. */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A whole number from 1 to 999999.');
}

/** A command that only holds others. */
export function group(program: Command, name: string, summary: string): Command {
  return program.command(name).summary(summary).description(summary);
}
