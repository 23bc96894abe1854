import { Command } from 'commander';
import type { Context } from './commands/common.ts';
import { completionCommand } from './commands/completion.ts';
import { eventsCommand } from './commands/events.ts';
import { guidesCommand } from './commands/guides.ts';
import { listenCommand } from './commands/listen.ts';
import { loginCommands } from './commands/login.ts';
import { ordersCommand } from './commands/orders.ts';
import { testCommand } from './commands/test.ts';
import { triggerCommand } from './commands/trigger.ts';
import { verifyCommand } from './commands/verify.ts';
import { VERSION } from './version.ts';

/** All commands. */
export function createProgram(context: Context): Command {
  const { stdout, stderr } = context.io;
  const program = new Command('guidepost')
    .description(
      'Build on Guidepost: receive its events on your machine, make them happen, and try your receiver.',
    )
    .version(VERSION, '--version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .showHelpAfterError('("--help" shows how)')
    .addHelpText('after', EXIT_HELP);
  loginCommands(program, context);
  listenCommand(program, context);
  triggerCommand(program, context);
  testCommand(program, context);
  verifyCommand(program, context);
  eventsCommand(program, context);
  ordersCommand(program, context);
  guidesCommand(program, context);
  completionCommand(program);
  return program;
}

const EXIT_HELP = `
Exit codes:
  0  done            3  not logged in, or not allowed      70  a fault of this program
  1  the answer is no: something is to be mended           130  ended by Ctrl-C
  2  wrong usage     4  refused by the platform             5  not available: try again`;
