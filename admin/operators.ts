import { Option } from 'commander';
import { LANGUAGES, type Language, OPERATOR_ROLES, type OperatorRole } from '../domain/console-roles.ts';
import type { AdminCommand } from './command.ts';
import type { AdminContext } from './context.ts';
import { email, words } from './options.ts';
import { list, record } from './shape.ts';

const EMAIL = ['<email>', 'such as ops@example.com', email] as const;
const ADDRESS = "the account's address";
const LINK = {
  says: 'sets the password; where mails are sent it is in the mail only',
  none: 'none: there is a password',
};

/** operator add, list, invite, remove; lift-factors. */
export function operatorCommands(program: AdminCommand): void {
  program.commandsGroup('Operators of the console:');
  const operator = program.command('operator').description('who signs in to the console as an operator');
  addCommand(operator);
  listCommand(operator);
  operator
    .command('invite')
    .description('send an operator a new link that sets the password')
    .argument(...EMAIL)
    .changes('notFound')
    .does(
      record({ operator: ADDRESS, link: LINK }),
      async ({ operators, operator: actor, config }, address: string) => ({
        operator: address,
        link: linkFor(config, await operators.invite(actor, address)),
      }),
    );
  operator
    .command('remove')
    .description('end what an operator may do; all their sessions end at once')
    .argument(...EMAIL)
    .changes('notFound')
    .does(
      record({ operator: ADDRESS, removed: 'true' }),
      async ({ operators, operator: actor }, address: string) => {
        await operators.remove(actor, address);
        return { operator: address, removed: true };
      },
    );
  program
    .command('lift-factors')
    .description(
      'remove all second factors of an account whose person lost them and has proved who they are; ends its sessions',
    )
    .argument(...EMAIL)
    .changes('notFound')
    .does(
      record({ account: ADDRESS, lifted: 'true' }),
      async ({ operators, operator: actor }, address: string) => {
        await operators.liftFactors(actor, address);
        return { account: address, lifted: true };
      },
    );
}

interface AddOptions {
  readonly role: OperatorRole;
  readonly name: string;
  readonly language: Language;
}

function addCommand(operator: AdminCommand): void {
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
    .changes()
    .does(
      record({ operator: ADDRESS, role: 'what they may do', link: LINK }),
      async (
        { operators, operator: actor, config },
        address: string,
        { role, name, language }: AddOptions,
      ) => {
        const link = await operators.add(actor, { email: address, role, name, language });
        return { operator: address, role, link: link === undefined ? null : linkFor(config, link) };
      },
    );
}

function listCommand(operator: AdminCommand): void {
  operator
    .command('list')
    .description('list all operators')
    .addOption(new Option('--role <role>', 'with this role only').choices([...OPERATOR_ROLES]))
    .does(
      list({
        email: ADDRESS,
        name: 'as others see it',
        role: 'what they may do',
        hasPassword: 'false until the link was followed',
        hasSecondFactor: 'false: nothing can be done before there is one',
      }),
      async ({ operators }, { role }: { role?: OperatorRole }) =>
        (await operators.list()).filter((one) => role === undefined || one.role === role),
    );
}

/** The link is printed where no mail is sent; else it is in the mail only. */
function linkFor(config: AdminContext['config'], link: string): string {
  return config.mail === undefined ? link : 'sent by e-mail';
}
