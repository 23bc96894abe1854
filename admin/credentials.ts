import type { Command } from 'commander';
import { MAX_OVERLAP_SECONDS } from '../api/services/credentials.ts';
import type { Scope } from '../domain/scope.ts';
import type { AdminContext } from './context.ts';
import { credentialId, MERCHANT, SCOPES_HELP, scopes, wholeNumber, words } from './options.ts';
import { print, printTable } from './print.ts';
import { rotateSigningKeys } from './services/key-rotation.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

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
export function credentialCommands(program: Command, run: Run): void {
  program.commandsGroup('Secrets and keys:');
  program
    .command('issue')
    .description('issue an app_secret; it is shown once')
    .argument(...MERCHANT)
    .option('--label <text>', 'to tell it from others', words(100))
    .option('--scopes <scopes>', `${SCOPES_HELP}; default: all that its kind allows`, scopes)
    .option('--require-signature', 'requests under its tokens must be signed')
    .action(async (merchant: string, options: IssueOptions) => {
      const issued = await run(({ credentials, operator }) => credentials.issue(operator, merchant, options));
      print({ credential: issued.id, client_id: issued.merchantKey, client_secret: issued.appSecret });
    });

  program
    .command('credentials')
    .description("list a merchant's app_secrets, and when each was last used; never the secrets themselves")
    .argument(...MERCHANT)
    .action(async (merchant: string) =>
      printTable((await run(({ credentials }) => credentials.list(merchant))).map(row)),
    );

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
    .option('--compromised', 'it has leaked: also revoke all that were rotated from it; needs --overlap 0')
    .action(async (merchant: string, credential: string, { overlap, compromised }: RotateOptions) => {
      const rotation = { overlapSeconds: overlap, compromised };
      const rotated = await run(({ credentials, operator }) =>
        credentials.rotate(operator, merchant, credential, rotation),
      );
      print({
        credential: rotated.id,
        client_id: rotated.merchantKey,
        client_secret: rotated.appSecret,
        valid_until: rotated.validUntil?.toISOString() ?? 'until it is revoked',
        previous_valid_until: rotated.previousValidUntil?.toISOString() ?? 'revoked',
      });
    });

  program
    .command('revoke')
    .description('stop an app_secret and its tokens, within 5 s; ends with 1 where there is none to stop')
    .argument('<credential>', 'its number, as "credentials" lists it', credentialId)
    .option('--compromised', 'it has leaked: also revoke all that were rotated from it, and from those')
    .action(async (credential: string, options: { compromised?: boolean }) => {
      const ended = await run(({ credentials, operator }) =>
        credentials.revoke(operator, credential, options),
      );
      print({ credential, revoked: ended.length > 0, ended: ended.join(' ') || 'none' });
      if (ended.length === 0) process.exitCode = 1;
    });
  keyCommands(program, run);
}

function keyCommands(program: Command, run: Run): void {
  program
    .command('rotate-signing-keys')
    .description('sign tokens with a new key; old tokens stay valid')
    .option(
      '--compromised',
      'the old keys have leaked: delete them; all tokens stop working within two minutes',
    )
    .action(async ({ compromised = false }: { compromised?: boolean }) => {
      const { kid, replaced } = await run((context) =>
        rotateSigningKeys(context, context.operator, { compromised }),
      );
      print({ kid, replaced: replaced.join(' ') || 'none' });
    });
}

function row(credential: Awaited<ReturnType<AdminContext['credentials']['list']>>[number]) {
  const {
    id,
    parentId,
    label,
    scopes: chosen,
    requireSignature,
    createdAt,
    lastUsedAt,
    validUntil,
    revokedAt,
  } = credential;
  const at = (date: Date | null | undefined) => date?.toISOString() ?? '-';
  return {
    id,
    label: label ?? '-',
    scopes: chosen?.join(' ') ?? 'all',
    signed: requireSignature ? 'required' : 'optional',
    created: at(createdAt),
    'last used': at(lastUsedAt),
    'valid until': at(validUntil),
    revoked: at(revokedAt),
    'rotated from': parentId ?? '-',
  };
}
