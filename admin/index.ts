/** `npm run admin -- <command>`: what operators do from a shell, by the very services that a console uses. */
import { CommanderError, InvalidArgumentError } from 'commander';
import './closed-pipe.ts';
import { EXITS } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { exitOf, explain } from './refusal.ts';

// Before anything is parsed, so that a parsing error is reported in JSON, too.
const isJson = process.argv.includes('--json');
try {
  await createProgram({ isJson }).parseAsync();
} catch (error) {
  const exit = exitOf(error);
  process.exitCode = EXITS[exit].code;
  if (isJson && exit !== 'done') console.error(JSON.stringify({ error: { exit, message: explain(error) } }));
  // What was wrong with the command line the library has said, with the help; not what a command found wrong itself.
  else if (!(error instanceof CommanderError) || error instanceof InvalidArgumentError)
    console.error(explain(error));
}
