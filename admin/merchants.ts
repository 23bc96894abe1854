import { Option } from 'commander';
import { MERCHANT_KINDS, MERCHANT_STATUSES, type MerchantKind, VERIFICATIONS } from '../domain/merchant.ts';
import type { Scope } from '../domain/scope.ts';
import { type MerchantOptions, pageMerchants } from '../services/operators/registry/merchant-list.ts';
import { type AdminCommand, endWith } from './command.ts';
import { decisionsOf, PROPOSAL } from './decisions.ts';
import { country, email, kindOption, MERCHANT, PROVIDER, SCOPES_HELP, scopes, words } from './options.ts';
import { paged } from './paging.ts';
import { list, record } from './shape.ts';

/** register, approve, refuse, contact, suspend, resume, merchants, link, unlink. */
export function merchantCommands(program: AdminCommand): void {
  program.commandsGroup('Merchants:');
  registerCommand(program);
  listCommand(program);
  verificationCommands(program);
  contactCommand(program);
  statusCommands(program);
  linkCommands(program);
}

const KEY = 'its key';

interface RegisterOptions {
  readonly kind: MerchantKind;
  readonly country: string;
  readonly sandbox?: boolean;
  readonly contact?: string;
}

function registerCommand(program: AdminCommand): void {
  program
    .command('register')
    .description('register a merchant; it gets no tokens until it is approved')
    .argument('<name>', "the company's name", words(200))
    .addOption(kindOption)
    .requiredOption('--country <code>', 'two letters, ISO 3166-1 (required)', country)
    .option('--sandbox', 'a sandbox merchant; sandbox and live merchants never see each other')
    .option('--contact <email>', 'where its people read of trouble with its endpoints', email)
    .changes()
    .does(
      record({ merchant: KEY, kind: 'what it does', verification: 'pending' }),
      async (
        { merchants, operator },
        name: string,
        { contact, kind, country: of, sandbox = false }: RegisterOptions,
      ) => {
        const contactEmail = contact === undefined ? {} : { contactEmail: contact };
        const { key } = await merchants.register(operator, {
          name,
          kind,
          country: of,
          sandbox,
          ...contactEmail,
        });
        return { merchant: key, kind, verification: 'pending' };
      },
    );
}

function listCommand(program: AdminCommand): void {
  paged(program.command('merchants'))
    .description('list merchants, the newest first')
    .addOption(new Option('--kind <kind>', 'of this kind only').choices([...MERCHANT_KINDS]))
    .addOption(new Option('--status <status>', 'with this status only').choices([...MERCHANT_STATUSES]))
    .addOption(
      new Option('--verification <verification>', 'only merchants with this verification').choices([
        ...VERIFICATIONS,
      ]),
    )
    .addOption(new Option('--world <world>', 'of this world only').choices(['sandbox', 'live']))
    .option('--search <text>', 'whose key begins so, or whose name has it', words(100))
    .does(
      list({
        key: KEY,
        name: "the company's name",
        kind: 'agency, studio or provider',
        status: 'active, or suspended',
        verification: 'approved ones get tokens',
        world: 'sandbox or live',
        country: 'ISO 3166-1',
        contact: 'where its people read of trouble',
      }),
      ({ orm }, options: MerchantOptions) => pageMerchants(orm.em.fork(), options),
    );
}

function verificationCommands(program: AdminCommand): void {
  const answer = record({ merchant: KEY, verification: 'refused' });
  program
    .command('approve')
    .description(
      'approve the enterprise verification: from now on it gets tokens. A live merchant takes a second operator (OPERATORS_TO_APPROVE)',
    )
    .argument(...MERCHANT)
    .changes('notFound')
    .does(
      record({
        merchant: KEY,
        verification: 'approved, or pending while it is proposed',
        proposal: PROPOSAL,
      }),
      async (context, key: string) => {
        const { proposalId } = await decisionsOf(context).approveMerchant(context.operator, key);
        const verification = proposalId === null ? 'approved' : 'pending';
        return { merchant: key, verification, proposal: proposalId };
      },
    );
  program
    .command('refuse')
    .description(
      'refuse the enterprise verification; if it was approved before, all tokens stop working within 5 s',
    )
    .argument(...MERCHANT)
    .option('--reason <words>', 'for the merchant: in its event and its e-mail', words(500))
    .changes('notFound')
    .does(answer, async ({ merchants, operator }, key: string, { reason }: { reason?: string }) => {
      await merchants.verify(operator, key, 'refused', reason);
      return { merchant: key, verification: 'refused' };
    });
}

function contactCommand(program: AdminCommand): void {
  program
    .command('contact')
    .description('set the e-mail address where its people read of trouble; without an address: nowhere')
    .argument(...MERCHANT)
    .argument('[email]', 'such as ops@example.com', email)
    .changes('notFound')
    .does(
      record({ merchant: KEY, contact: { says: 'the address', none: 'none' } }),
      async ({ merchants, operator }, key: string, address?: string) => {
        await merchants.setContact(operator, key, address ?? null);
        return { merchant: key, contact: address ?? null };
      },
    );
}

function statusCommands(program: AdminCommand): void {
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
      .changes('notFound')
      .does(
        record({ merchant: KEY, status: 'active, or suspended' }),
        async ({ merchants, operator }, key: string, { reason }: { reason?: string }) => {
          await merchants.setStatus(operator, key, status, reason);
          return { merchant: key, status };
        },
      );
  }
}

function linkCommands(program: AdminCommand): void {
  program
    .command('link')
    .description(
      'ask a merchant to let a provider act for it (On-Behalf-Of) within these scopes; nothing is linked before it agrees, at the console',
    )
    .argument(...MERCHANT)
    .argument(...PROVIDER)
    .requiredOption('--scopes <scopes>', `${SCOPES_HELP} (required)`, scopes)
    .changes('notFound')
    .does(
      record({
        merchant: KEY,
        provider: "the provider's key",
        scopes: 'what it would do for the merchant',
        request: { says: 'what the merchant answers', none: 'none yet' },
        proposal: PROPOSAL,
      }),
      async (context, merchantKey: string, providerKey: string, { scopes: wanted }: { scopes: Scope[] }) => {
        const terms = { merchantKey, providerKey, scopes: wanted };
        const { result, proposalId } = await decisionsOf(context).askForLink(context.operator, terms);
        const answer = { merchant: merchantKey, provider: providerKey, scopes: wanted };
        return { ...answer, request: result, proposal: proposalId };
      },
    );
  program
    .command('unlink')
    .description('end that, within 5 s; ends with 1 where they were not linked')
    .argument(...MERCHANT)
    .argument(...PROVIDER)
    .changes('negative')
    .does(
      record({ merchant: KEY, provider: "the provider's key", unlinked: 'false where they were not linked' }),
      async ({ merchants, operator }, key: string, provider: string) => {
        const unlinked = await merchants.unlink(operator, key, provider);
        if (!unlinked) endWith('negative');
        return { merchant: key, provider, unlinked };
      },
    );
}
