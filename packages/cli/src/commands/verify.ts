import { type Command, InvalidArgumentError, Option } from 'commander';
import { givenSecret, type SecretOptions } from '../config/callback-secret.ts';
import { localKeys } from '../config/local-keys.ts';
import { EXIT } from '../exit-codes.ts';
import { misused } from '../failure.ts';
import type { Io } from '../terminal/io.ts';
import type { Output } from '../terminal/output.ts';
import { readInput } from '../terminal/read.ts';
import { wrapped } from '../terminal/wrap.ts';
import { type Explanation, explainSignature, type Question } from '../verify/explain.ts';
import { parseHeaders, parseRequest, type Received } from '../verify/received.ts';
import { addCommand, type CommonOptions, type Context, outputOf } from './common.ts';
import { verifyStatement } from './verify-statement.ts';

interface VerifyOptions extends CommonOptions, SecretOptions {
  readonly request?: string;
  readonly headers?: string;
  readonly body?: string;
  readonly id?: string;
  readonly timestamp?: string;
  readonly signature?: string;
  readonly computed?: string;
  readonly receivedAt?: Date;
  readonly statement?: string;
  readonly key?: string;
}

/** Options that say nothing of a statement. */
const OF_NOTIFICATIONS = 'request headers body id timestamp signature computed receivedAt secretFile'.split(
  ' ',
);

/** `guidepost verify`: why a signature does not match; whether a statement's lines are proven. */
export function verifyCommand(program: Command, context: Context): void {
  addCommand(program, 'verify', 'find out why a signature does not match, or whether a statement is proven', [
    'guidepost verify --headers headers.txt --body body.json --secret-file secret.txt',
    'guidepost verify --request whole-request.txt',
    'guidepost verify --id NTF1-1 --timestamp 1795257727 --signature v1,K5oZ… < body.json',
    'guidepost verify --request whole-request.txt --computed "what your code computed"',
    'guidepost verify --statement statement.proof.json --key "$(cat log.key)"',
  ])
    .description(
      'Verifies a notification that you kept, and says which of the usual mistakes keeps its signature from matching: JSON that was ' +
        'written again, a line break, the wrong secret or a secret that is not decoded, another id, a timestamp in milliseconds, and more. ' +
        'The secret (whsec_…, or the public key whpk_…) is in GUIDEPOST_CALLBACK_SECRET or --secret-file; without one it is the local ' +
        'secret of "guidepost listen". With --statement it verifies, offline, the proof that the lines of a settlement statement are in the platform\'s transparency log. ' +
        'Ends with 1 when it does not match.',
    )
    .option('--request <file>', 'a whole request: headers, an empty line, the body ("-": stdin)')
    .option('--headers <file>', 'its headers: lines, or a JSON object')
    .option('--body <file>', 'its body, byte for byte ("-": stdin)', '-')
    .option('--id <webhook-id>', 'instead of --headers, with the next two')
    .option('--timestamp <webhook-timestamp>')
    .option('--signature <webhook-signature>')
    .option('--computed <signature>', 'what your code computed: says what it does wrong')
    .option('--received-at <instant>', 'when it came, if that is long ago (RFC 3339)', instant)
    .option('--secret-file <file>', 'a file with your callback secret or public key')
    .addOption(
      new Option(
        '--statement <file>',
        'the proof of a statement, to be verified instead ("-": stdin)',
      ).conflicts(OF_NOTIFICATIONS),
    )
    .option('--key <verifier>', 'of --statement: the public key of the log that you kept (NAME+ID+KEY)')
    .action(async (options: VerifyOptions) => {
      const output = outputOf(context, options);
      const { statement, key } = options;
      if (statement === undefined && key !== undefined) throw misused('--key is for --statement');
      if (statement !== undefined) {
        if (!(await verifyStatement({ statement, key }, context.io, output))) context.exitWith(EXIT.negative);
        return;
      }
      const explanation = explainSignature(await questionOf(options, output, context.io));
      output.result(explanation, () => textOf(explanation, output));
      if (!explanation.valid) context.exitWith(EXIT.negative);
    });
}

async function questionOf(options: VerifyOptions, output: Output, io: Io): Promise<Question> {
  const { computed, receivedAt = new Date() } = options;
  const local = localKeys(io.env);
  const given = givenSecret(io, options);
  if (given === undefined)
    output.note(output.noteStyle.dim('Verified with the local secret; --secret-file names another.'));
  const isLocal = {
    word: 'local_secret',
    problem: 'It is signed with the local secret of "guidepost listen" and "guidepost test", not with yours.',
    mend: 'Give your receiver that one while you try it: "guidepost listen --print-secret".',
    value: local.secret,
  };
  return {
    ...(await receivedOf(options, io)),
    ...{ computed, receivedAt, secret: given ?? local.secret },
    otherSecrets: given === undefined || given.trim() === local.secret ? [] : [isLocal],
  };
}

async function receivedOf(options: VerifyOptions, io: Io): Promise<Received> {
  if (options.request !== undefined) return parseRequest(await readInput(options.request, io));
  const { id, timestamp, signature } = options;
  const named = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const given = Object.entries(named).filter(([, value]) => value !== undefined) as [string, string][];
  if (options.headers === undefined && given.length === 0) {
    throw misused('there is nothing to verify', 'Name --request, or --headers and --body.');
  }
  if (options.headers === '-' && options.body === '-')
    throw misused('headers and body cannot both come from stdin');
  const headers =
    options.headers === undefined
      ? {}
      : parseHeaders((await readInput(options.headers, io)).toString('utf8'));
  return { headers: { ...headers, ...Object.fromEntries(given) }, body: await readInput(options.body!, io) };
}

function instant(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('An instant such as 2027-05-01T08:00:00Z.');
  return date;
}

function textOf({ valid, verdict, mistakes }: Explanation, { style }: Output): string {
  const head = valid ? `${style.good('✓')} ${verdict}` : `${style.bad('✗')} ${style.strong(verdict)}`;
  const lines = mistakes.map(
    ({ word, problem, mend }) =>
      `  ${wrapped(`${problem} ${style.dim(`[${word}]`)}`, 2)}\n  ${style.dim('mend')}  ${wrapped(mend, 8)}`,
  );
  return [head, ...lines].join('\n');
}
