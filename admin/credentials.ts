import type { Scope } from '../domain/scope.ts';
import { MAX_OVERLAP_SECONDS } from '../services/credentials/credentials.ts';
import type { PageOptions } from '../services/lists/page.ts';
import { familyOf } from '../services/operators/registry/credential-family.ts';
import { rotateSigningKeys, signingKeys } from '../services/operators/registry/key-rotation.ts';
import { type AdminCommand, endWith } from './command.ts';
import type { AdminContext } from './context.ts';
import { credentialId, MERCHANT, SCOPES_HELP, scopes, wholeNumber, words } from './options.ts';
import { paged, pageOfAll } from './paging.ts';
import { showPreview } from './present.ts';
import { list, record } from './shape.ts';

interface ListOptions extends PageOptions {
  readonly valid?: boolean;
}

interface IssueOptions {
  readonly label?: string;
  readonly scopes?: Scope[];
  readonly requireSignature?: boolean;
}

interface RotateOptions {
  readonly overlap: number;
  readonly compromised?: boolean;
}

/** issue, credentials, rotate, revoke, rotate-signing-keys. */
export function credentialCommands(program: AdminCommand): void {
  program.commandsGroup('Secrets and keys:');
  issueCommand(program);
  listCommand(program);
  rotateCommand(program);
  revokeCommand(program);
  keyCommand(program);
}

const ID = 'its number';
const CLIENT = 'for the token: the merchant key';
const SECRET = 'for the token; it is shown once';

function issueCommand(program: AdminCommand): void {
  program
    .command('issue')
    .description('issue an app_secret; it is shown once')
    .argument(...MERCHANT)
    .option('--label <text>', 'a name to recognize it by', words(100))
    .option('--scopes <scopes>', `${SCOPES_HELP}; default: all that its kind allows`, scopes)
    .option('--require-signature', 'requests under its tokens must be signed')
    .changes('notFound')
    .does(
      record({ credential: ID, client_id: CLIENT, client_secret: SECRET }),
      async ({ credentials, operator }, merchant: string, options: IssueOptions) => {
        const { id, merchantKey, appSecret } = await credentials.issue(operator, merchant, options);
        return { credential: id, client_id: merchantKey, client_secret: appSecret };
      },
    );
}

function listCommand(program: AdminCommand): void {
  const command = program
    .command('credentials')
    .description("list a merchant's app_secrets, and when each was last used; never the secrets themselves")
    .argument(...MERCHANT)
    .option('--valid', 'only those that can be used now')
    .endsWith('notFound');
  paged(command).does(
    list({
      id: ID,
      label: 'a name to recognize it by',
      scopes: { says: 'what its tokens may do', none: 'all' },
      signed: 'whether requests under its tokens must be signed',
      created: 'when it was issued',
      lastUsed: 'when a token was last asked for with it',
      validUntil: 'when it ends by itself',
      revoked: 'when it was stopped',
      rotatedFrom: 'the one that it replaced',
    }),
    async ({ credentials, now }, merchant: string, { valid = false, ...page }: ListOptions) => {
      const rows = (await credentials.list(merchant)).map(row);
      const isUsable = ({ revoked, validUntil }: (typeof rows)[number]) =>
        revoked === null && (validUntil === null || validUntil > now());
      return pageOfAll(valid ? rows.filter(isUsable) : rows, page, ({ id }) => String(id));
    },
  );
}

function rotateCommand(program: AdminCommand): void {
  program
    .command('rotate')
    .description('replace an app_secret; the new one is shown once')
    .argument(...MERCHANT)
    .argument('<credential>', 'its number, as "credentials" lists it', credentialId)
    .requiredOption(
      '--overlap <seconds>',
      `how long the old one stays valid: 0 (it has leaked) to ${MAX_OVERLAP_SECONDS}, 7 days (required)`,
      wholeNumber(MAX_OVERLAP_SECONDS),
    )
    .option(
      '--compromised',
      'it has leaked: also revoke all that were rotated from it; needs --overlap 0; asks before',
    )
    .changes('notFound')
    .asksBefore()
    .does(
      record({
        credential: ID,
        client_id: CLIENT,
        client_secret: SECRET,
        valid_until: { says: 'when the new one ends', none: 'until it is revoked' },
        previous_valid_until: { says: 'when the old one ends', none: 'revoked' },
      }),
      async (context, merchant: string, credential: string, { overlap, compromised }: RotateOptions) => {
        if (compromised && overlap === 0) await confirmEnd(context, credential);
        const rotation = { overlapSeconds: overlap, compromised };
        const { credentials, operator } = context;
        const rotated = await credentials.rotate(operator, merchant, credential, rotation);
        return {
          credential: rotated.id,
          client_id: rotated.merchantKey,
          client_secret: rotated.appSecret,
          valid_until: rotated.validUntil ?? null,
          previous_valid_until: rotated.previousValidUntil ?? null,
        };
      },
    );
}

function revokeCommand(program: AdminCommand): void {
  program
    .command('revoke')
    .description('stop an app_secret and its tokens, within 5 s; ends with 1 where there is none to stop')
    .argument('<credential>', 'its number, as "credentials" lists it', credentialId)
    .option(
      '--compromised',
      'it has leaked: also revoke all that were rotated from it, and from those; asks before',
    )
    .changes('negative', 'notFound')
    .asksBefore()
    .does(
      record({
        credential: ID,
        revoked: 'false where it was revoked before',
        ended: { says: 'the numbers of all that ended', none: 'none' },
      }),
      async (context, credential: string, options: { compromised?: boolean }) => {
        if (options.compromised) await confirmEnd(context, credential);
        const ended = await context.credentials.revoke(context.operator, credential, options);
        if (ended.length === 0) endWith('negative');
        return { credential, revoked: ended.length > 0, ended };
      },
    );
}

const FAMILY = list({
  credential: ID,
  label: 'a name to recognize it by',
  lastUsed: 'when a token was last asked for',
});

/** What ends with a leaked app_secret is shown before. */
async function confirmEnd({ confirm, orm }: AdminContext, credential: string): Promise<void> {
  const family = await familyOf(orm.em.fork(), Number(credential));
  if (family.length === 0) return;
  await confirm(`end ${family.length} app_secret(s) and their tokens`, async () =>
    showPreview(FAMILY, family),
  );
}

function keyCommand(program: AdminCommand): void {
  program
    .command('rotate-signing-keys')
    .description('sign tokens with a new key; old tokens stay valid')
    .option(
      '--compromised',
      'the old keys have leaked: delete them; all tokens stop working within two minutes; asks before',
    )
    .changes()
    .asksBefore()
    .does(
      record({ kid: 'the new key', replaced: { says: 'keys that no longer sign', none: 'none' } }),
      async (context, { compromised = false }: { compromised?: boolean }) => {
        if (compromised) {
          const keys = await signingKeys(context.orm.em.fork());
          const what = `delete ${keys.length} signing key(s): every merchant's tokens stop working within two minutes`;
          await context.confirm(what, async () => showPreview(KEYS, keys));
        }
        return { ...(await rotateSigningKeys(context, context.operator, { compromised })) };
      },
    );
}

const KEYS = list({ kid: 'the key', created: 'when it was made', retired: 'when it was replaced' });

function row(credential: Awaited<ReturnType<AdminContext['credentials']['list']>>[number]) {
  const { id, parentId, label, createdAt, lastUsedAt, validUntil, revokedAt } = credential;
  return {
    id,
    label: label ?? null,
    scopes: credential.scopes ?? null,
    signed: credential.requireSignature ? 'required' : 'optional',
    created: createdAt,
    lastUsed: lastUsedAt ?? null,
    validUntil: validUntil ?? null,
    revoked: revokedAt ?? null,
    rotatedFrom: parentId ?? null,
  };
}
