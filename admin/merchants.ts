import type { Command } from 'commander';
import type { MerchantKind } from '../domain/merchant.ts';
import type { Scope } from '../domain/scope.ts';
import type { AdminContext } from './context.ts';
import { country, kindOption, scopes } from './options.ts';
import { print, printTable } from './print.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

/** register, approve, refuse, suspend, resume, merchants, link, unlink. */
export function merchantCommands(program: Command, run: Run): void {
  program
    .command('register <name>')
    .description('register a merchant; its verification is pending')
    .addOption(kindOption)
    .requiredOption('--country <code>', 'ISO 3166-1 alpha-2', country)
    .option('--sandbox', 'into the sandbox', false)
    .action(async (name: string, options: { kind: MerchantKind; country: string; sandbox: boolean }) => {
      const merchant = await run(({ merchants, operator }) =>
        merchants.register(operator, { name, ...options }),
      );
      print({ merchant: merchant.key, kind: merchant.kind, verification: 'pending' });
    });

  program
    .command('merchants')
    .description('list merchants')
    .action(async () => printTable((await run(({ merchants }) => merchants.list())).map(row)));

  const changes = [
    ['approve', 'approve the enterprise verification', 'approved'],
    ['refuse', 'refuse the enterprise verification', 'refused'],
  ] as const;
  for (const [name, description, verification] of changes) {
    program
      .command(`${name} <merchant>`)
      .description(description)
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
    ['suspend', 'stop a merchant and all its tokens, within 5 s', 'suspended'],
    ['resume', 'undo a suspension', 'active'],
  ] as const;
  for (const [name, description, status] of changes) {
    program
      .command(`${name} <merchant>`)
      .description(description)
      .action(async (key: string) => {
        await run(({ merchants, operator }) => merchants.setStatus(operator, key, status));
        print({ merchant: key, status });
      });
  }
}

function linkCommands(program: Command, run: Run): void {
  program
    .command('link <merchant> <provider>')
    .description('let a provider act for a merchant, within these scopes')
    .requiredOption('--scopes <scopes>', 'names separated by commas, or read-only', scopes)
    .action(async (key: string, provider: string, options: { scopes: Scope[] }) => {
      await run(({ merchants, operator }) => merchants.link(operator, key, provider, options.scopes));
      print({ merchant: key, provider, scopes: options.scopes.join(' ') });
    });
  program
    .command('unlink <merchant> <provider>')
    .description('take that back')
    .action(async (key: string, provider: string) => {
      const isRemoved = await run(({ merchants, operator }) => merchants.unlink(operator, key, provider));
      print({ merchant: key, provider, unlinked: isRemoved });
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
