import { type Command, Option } from 'commander';
import { LANGUAGES, type Language, OPERATOR_ROLES, type OperatorRole } from '../domain/console-roles.ts';
import type { AdminContext } from './context.ts';
import { email, words } from './options.ts';
import { print, printTable } from './print.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

const EMAIL = ['<email>', 'such as ops@example.com', email] as const;

/** operator add, list, invite, remove. */
export function operatorCommands(program: Command, run: Run): void {
  program.commandsGroup('Operators of the console:');
  const operator = program.command('operator').description('who signs in to the console as an operator');
  operator
    .command('add')
    .description(
      'make somebody an operator, or give an operator another role; sends a link that sets the password',
    )
    .argument(...EMAIL)
    .addOption(
      new Option('--role <role>', 'what they may do (required)')
        .choices([...OPERATOR_ROLES])
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'as others see it', words(100), 'Operator')
    .addOption(
      new Option('--language <language>', 'of the console and its mails')
        .choices([...LANGUAGES])
        .default('en'),
    )
    .action(async (address: string, options: AddOptions) => {
      const told = await run(async ({ operators, operator: actor, config }) => {
        const link = await operators.add(actor, { email: address, ...options });
        return linkLine(config, link);
      });
      print({ operator: address, role: options.role, ...told });
    });
  operator
    .command('list')
    .description('list all operators')
    .action(async () =>
      printTable((await run(({ operators }) => operators.list())).map((row) => ({ ...row }))),
    );
  operator
    .command('invite')
    .description('send an operator a new link that sets the password')
    .argument(...EMAIL)
    .action(async (address: string) => {
      const told = await run(async ({ operators, operator: actor, config }) =>
        linkLine(config, await operators.invite(actor, address)),
      );
      print({ operator: address, ...told });
    });
  operator
    .command('remove')
    .description('end what an operator may do; all their sessions end at once')
    .argument(...EMAIL)
    .action(async (address: string) => {
      await run(({ operators, operator: actor }) => operators.remove(actor, address));
      print({ operator: address, removed: true });
    });
  program
    .command('lift-factors')
    .description(
      'remove all second factors of an account whose person lost them and has proved who they are; ends its sessions',
    )
    .argument(...EMAIL)
    .action(async (address: string) => {
      await run(({ operators, operator: actor }) => operators.liftFactors(actor, address));
      print({ account: address, lifted: true });
    });
}

interface AddOptions {
  readonly role: OperatorRole;
  readonly name: string;
  readonly language: Language;
}

/** The link is printed where no mail is sent; else it stands in the mail only. */
function linkLine(config: AdminContext['config'], link: string | undefined): Record<string, string> {
  if (link === undefined) return { link: 'none: there is a password' };
  return { link: config.mail === undefined ? link : 'sent by e-mail' };
}
