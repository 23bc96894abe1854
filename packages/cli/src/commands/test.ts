import { type Command, Option } from 'commander';
import { givenSecret, type SecretOptions, usableSecret } from '../config/callback-secret.ts';
import { localKeys } from '../config/local-keys.ts';
import { findProfileIfAny } from '../config/profiles.ts';
import { createKit, SCHEMES, type Scheme } from '../contract/kit.ts';
import { caseLine, reportOf, summary } from '../contract/report.ts';
import { runContract } from '../contract/run.ts';
import { EXIT } from '../exit-codes.ts';
import { misused } from '../failure.ts';
import type { SigningKeys } from '../receiver/signing.ts';
import type { Output } from '../terminal/output.ts';
import { addCommand, address, type CommonOptions, type Context, outputOf, wholeNumber } from './common.ts';

interface TestOptions extends CommonOptions, SecretOptions {
  readonly scheme: Scheme;
  readonly insecure?: boolean;
  readonly timeout: number;
}

/** `guidepost test URL`: whether a receiver keeps the contract of docs/notifications.md. */
export function testCommand(program: Command, context: Context): void {
  addCommand(program, 'test', 'try your receiver: what it has to take, and what it has to refuse', [
    'guidepost test http://localhost:3000/guidepost',
    'guidepost test https://staging.example.com/guidepost --secret-file secret.txt --json > report.json',
  ])
    .description(
      'Sends notifications to a receiver of yours, good and bad ones, and says what it does wrong, why that matters and how to ' +
        'mend it. They are signed with the local secret, which "guidepost listen --print-secret" shows, unless ' +
        'GUIDEPOST_CALLBACK_SECRET or --secret-file names another. The orders in them do not exist. Ends with 1 when something is to be mended.',
    )
    .argument('<url>', 'where your receiver listens', address)
    .addOption(
      new Option('--scheme <scheme>', 'how your endpoint is signed').choices([...SCHEMES]).default('v1'),
    )
    .option('--secret-file <file>', 'a file with your callback secret (whsec_…)')
    .option(
      '--timeout <seconds>',
      'for all that is tried; what is left then is skipped, and that is a failure',
      wholeNumber,
      120,
    )
    .option('--insecure', 'take a TLS certificate that nobody vouches for')
    .action(async (url: URL, options: TestOptions) => {
      const output = outputOf(context, options);
      const report = await tryReceiver(url, options, output, context);
      output.result(report, () => summary(report, output.style));
      if (!report.ok) context.exitWith(EXIT.negative);
    });
}

async function tryReceiver(url: URL, options: TestOptions, output: Output, { io }: Context) {
  const { scheme, insecure = false } = options;
  const kit = createKit(keysFor(options, output, io), scheme);
  if (!output.isJson) io.stdout.write(`\nTrying ${output.style.strong(url.href)}\n\n`);
  const run = await runContract(url, kit, {
    insecure,
    budgetMs: options.timeout * 1_000,
    signal: io.signal,
    onResult: (result) => {
      if (!output.isJson) io.stdout.write(`${caseLine(result, output.style)}\n`);
    },
  });
  return reportOf({
    ...run,
    url: url.href,
    scheme,
    docsUrl: `${findProfileIfAny(io.env, options.profile)?.baseUrl ?? ''}/docs/notifications`,
  });
}

function keysFor(options: TestOptions, output: Output, io: Context['io']): SigningKeys {
  const local = localKeys(io.env);
  const given = givenSecret(io, options);
  if (given === undefined) {
    const what =
      options.scheme === 'v1'
        ? 'the local secret'
        : `the local key pair; its public key is ${local.publicKey}`;
    output.note(output.noteStyle.dim(`Signed with ${what} ("guidepost listen --print-secret" shows it).`));
    return local;
  }
  if (options.scheme === 'v1a') throw misused('--scheme v1a signs with the local key pair: give no secret');
  return { ...local, secret: usableSecret(given) };
}
