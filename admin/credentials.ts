import type { Command } from 'commander';
import { MAX_OVERLAP_SECONDS } from '../api/services/credentials.ts';
import { rotateSigningKeys } from '../api/services/key-rotation.ts';
import type { Scope } from '../domain/scope.ts';
import type { AdminContext } from './context.ts';
import { scopes, wholeNumber } from './options.ts';
import { print, printTable } from './print.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

interface IssueOptions {
  readonly label?: string;
  readonly scopes?: Scope[];
  readonly requireSignature: boolean;
}

/** issue, credentials, rotate, revoke, rotate-signing-keys. */
export function credentialCommands(program: Command, run: Run): void {
  program
    .command('issue <merchant>')
    .description('issue an app_secret; it is shown once')
    .option('--label <text>', 'to tell it from others')
    .option(
      '--scopes <scopes>',
      'names separated by commas, or read-only; default: all that its kind allows',
      scopes,
    )
    .option('--require-signature', 'requests under its tokens must be signed', false)
    .action(async (merchant: string, options: IssueOptions) => {
      const issued = await run(({ credentials, operator }) => credentials.issue(operator, merchant, options));
      print({ credential: issued.id, client_id: issued.merchantKey, client_secret: issued.appSecret });
    });

  program
    .command('credentials <merchant>')
    .description('list app_secrets, without their secrets')
    .action(async (merchant: string) =>
      printTable((await run(({ credentials }) => credentials.list(merchant))).map(row)),
    );

  program
    .command('rotate <merchant> <credential>')
    .description('replace an app_secret; the new one is shown once')
    .requiredOption('--overlap <seconds>', 'how long the old one works on', wholeNumber(MAX_OVERLAP_SECONDS))
    .action(async (merchant: string, credential: string, { overlap }: { overlap: number }) => {
      const rotated = await run(({ credentials, operator }) =>
        credentials.rotate(operator, merchant, credential, overlap),
      );
      print({
        credential: rotated.id,
        client_id: rotated.merchantKey,
        client_secret: rotated.appSecret,
        previous_valid_until: rotated.previousValidUntil?.toISOString() ?? 'revoked',
      });
    });

  program
    .command('revoke <credential>')
    .description('stop an app_secret and its tokens, within 5 s')
    .action(async (credential: string) => {
      const isRevoked = await run(({ credentials, operator }) => credentials.revoke(operator, credential));
      print({ credential, revoked: isRevoked });
      if (!isRevoked) process.exitCode = 1;
    });
  keyCommands(program, run);
}

function keyCommands(program: Command, run: Run): void {
  program
    .command('rotate-signing-keys')
    .description('sign tokens with a new key; old tokens stay valid')
    .option('--compromised', 'delete the old keys: all tokens stop within a minute', false)
    .action(async (options: { compromised: boolean }) => {
      const { kid, replaced } = await run((context) => rotateSigningKeys(context, context.operator, options));
      print({ kid, replaced: replaced.join(' ') || 'none' });
    });
}

function row(credential: Awaited<ReturnType<AdminContext['credentials']['list']>>[number]) {
  const {
    id,
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
  };
}
