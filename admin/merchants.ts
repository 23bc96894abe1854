import type { Command } from 'commander';
import type { MerchantKind } from '../domain/merchant.ts';
import type { Scope } from '../domain/scope.ts';
import type { AdminContext } from './context.ts';
import { country, kindOption, MERCHANT, PROVIDER, SCOPES_HELP, scopes, words } from './options.ts';
import { print, printTable } from './print.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

/** register, approve, refuse, suspend, resume, merchants, link, unlink. */
export function merchantCommands(program: Command, run: Run): void {
  program.commandsGroup('Merchants:');
  program
    .command('register')
    .description('register a merchant; it gets no tokens until it is approved')
    .argument('<name>', "the company's name", words(200))
    .addOption(kindOption)
    .requiredOption('--country <code>', 'two letters, ISO 3166-1 (required)', country)
    .option('--sandbox', 'a sandbox merchant; sandbox and live merchants never see each other')
    .action(async (name: string, options: { kind: MerchantKind; country: string; sandbox?: boolean }) => {
      const merchant = await run(({ merchants, operator }) =>
        merchants.register(operator, { name, sandbox: false, ...options }),
      );
      print({ merchant: merchant.key, kind: merchant.kind, verification: 'pending' });
    });

  program
    .command('merchants')
    .description('list all merchants')
    .action(async () => printTable((await run(({ merchants }) => merchants.list())).map(row)));

  const changes = [
    ['approve', 'approve the enterprise verification: from now on it gets tokens', 'approved'],
    [
      'refuse',
      'refuse the enterprise verification; if it was approved before, all tokens stop working within 5 s',
      'refused',
    ],
  ] as const;
  for (const [name, description, verification] of changes) {
    program
      .command(name)
      .description(description)
      .argument(...MERCHANT)
      .action(async (key: string) => {
        await run(({ merchants, operator }) => merchants.verify(operator, key, verification));
        print({ merchant: key, verification });
      });
  }
  statusCommands(program, run);
  linkCommands(program, run);
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
      .action(async (key: string) => {
        await run(({ merchants, operator }) => merchants.setStatus(operator, key, status));
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
}: Awaited<ReturnType<AdminContext['merchants']['list']>>[number]) {
  return { key, name, kind, status, verification, world: sandbox ? 'sandbox' : 'live', country };
}
