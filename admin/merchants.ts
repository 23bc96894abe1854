import type { Command } from 'commander';
import type { MerchantKind } from '../domain/merchant.ts';
import type { Scope } from '../domain/scope.ts';
import type { AdminContext } from './context.ts';
import { country, email, kindOption, MERCHANT, PROVIDER, SCOPES_HELP, scopes, words } from './options.ts';
import { print, printTable } from './print.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

/** register, approve, refuse, contact, suspend, resume, merchants, link, unlink. */
export function merchantCommands(program: Command, run: Run): void {
  program.commandsGroup('Merchants:');
  program
    .command('register')
    .description('register a merchant; it gets no tokens until it is approved')
    .argument('<name>', "the company's name", words(200))
    .addOption(kindOption)
    .requiredOption('--country <code>', 'two letters, ISO 3166-1 (required)', country)
    .option('--sandbox', 'a sandbox merchant; sandbox and live merchants never see each other')
    .option('--contact <email>', 'where its people read of trouble with its endpoints', email)
    .action(async (name: string, { contact, ...options }: RegisterOptions) => {
      const merchant = await run(({ merchants, operator }) =>
        merchants.register(operator, {
          name,
          sandbox: false,
          ...options,
          ...(contact === undefined ? {} : { contactEmail: contact }),
        }),
      );
      print({ merchant: merchant.key, kind: merchant.kind, verification: 'pending' });
    });

  program
    .command('merchants')
    .description('list all merchants')
    .action(async () => printTable((await run(({ merchants }) => merchants.list())).map(row)));

  verificationCommands(program, run);
  contactCommand(program, run);
  statusCommands(program, run);
  linkCommands(program, run);
}

interface RegisterOptions {
  readonly kind: MerchantKind;
  readonly country: string;
  readonly sandbox?: boolean;
  readonly contact?: string;
}

function verificationCommands(program: Command, run: Run): void {
  program
    .command('approve')
    .description('approve the enterprise verification: from now on it gets tokens')
    .argument(...MERCHANT)
    .action(async (key: string) => {
      await run(({ merchants, operator }) => merchants.verify(operator, key, 'approved'));
      print({ merchant: key, verification: 'approved' });
    });
  program
    .command('refuse')
    .description(
      'refuse the enterprise verification; if it was approved before, all tokens stop working within 5 s',
    )
    .argument(...MERCHANT)
    .option('--reason <words>', 'for the merchant: in its event and its e-mail', words(500))
    .action(async (key: string, { reason }: { reason?: string }) => {
      await run(({ merchants, operator }) => merchants.verify(operator, key, 'refused', reason));
      print({ merchant: key, verification: 'refused' });
    });
}

function contactCommand(program: Command, run: Run): void {
  program
    .command('contact')
    .description('set the e-mail address where its people read of trouble; without an address: nowhere')
    .argument(...MERCHANT)
    .argument('[email]', 'such as ops@example.com', email)
    .action(async (key: string, address?: string) => {
      await run(({ merchants, operator }) => merchants.setContact(operator, key, address ?? null));
      print({ merchant: key, contact: address ?? 'none' });
    });
}

function statusCommands(program: Command, run: Run): void {
  const changes = [
    [
      'suspend',
      'suspend a merchant: all its tokens stop working within 5 s; running orders continue',
      'suspended',
    ],
    ['resume', 'undo a suspension', 'active'],
  ] as const;
  for (const [name, description, status] of changes) {
    program
      .command(name)
      .description(description)
      .argument(...MERCHANT)
      .option('--reason <text>', 'why, for the audit log; nothing personal', words(500))
      .action(async (key: string, { reason }: { reason?: string }) => {
        await run(({ merchants, operator }) => merchants.setStatus(operator, key, status, reason));
        print({ merchant: key, status });
      });
  }
}

function linkCommands(program: Command, run: Run): void {
  program
    .command('link')
    .description('let a provider act for a merchant (On-Behalf-Of) within these scopes, or change them')
    .argument(...MERCHANT)
    .argument(...PROVIDER)
    .requiredOption('--scopes <scopes>', `${SCOPES_HELP} (required)`, scopes)
    .action(async (key: string, provider: string, options: { scopes: Scope[] }) => {
      await run(({ merchants, operator }) => merchants.link(operator, key, provider, options.scopes));
      print({ merchant: key, provider, scopes: options.scopes.join(' ') });
    });
  program
    .command('unlink')
    .description('end that, within 5 s; ends with 1 where they were not linked')
    .argument(...MERCHANT)
    .argument(...PROVIDER)
    .action(async (key: string, provider: string) => {
      const isRemoved = await run(({ merchants, operator }) => merchants.unlink(operator, key, provider));
      print({ merchant: key, provider, unlinked: isRemoved });
      if (!isRemoved) process.exitCode = 1;
    });
}

function row({
  key,
  name,
  kind,
  status,
  verification,
  sandbox,
  country,
  contactEmail,
}: Awaited<ReturnType<AdminContext['merchants']['list']>>[number]) {
  return {
    key,
    name,
    kind,
    status,
    verification,
    world: sandbox ? 'sandbox' : 'live',
    country,
    contact: contactEmail ?? '-',
  };
}
