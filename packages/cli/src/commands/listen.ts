import type { Guidepost, GuidepostEvent, Query } from '@guidepost/sdk';
import { type Command, Option } from 'commander';
import { cursorStore, type Place } from '../config/cursors.ts';
import { localKeys } from '../config/local-keys.ts';
import { findProfile } from '../config/profiles.ts';
import { connect } from '../connect.ts';
import { SCHEMES, type Scheme } from '../contract/kit.ts';
import { misused } from '../failure.ts';
import { type EventFilter, eventFilter } from '../listen/event-filter.ts';
import { eventLine } from '../listen/event-line.ts';
import { followFeed } from '../listen/feed.ts';
import { createForwarder, type Forwarder } from '../listen/forwarder.ts';
import { watchKeys } from '../listen/keys.ts';
import { sayTrouble } from '../listen/trouble.ts';
import type { Answer } from '../receiver/post.ts';
import { describeAnswer, troubleOf } from '../receiver/trouble.ts';
import type { Output } from '../terminal/output.ts';
import { addCommand, address, type CommonOptions, type Context, outputOf } from './common.ts';
import { since } from './events.ts';

interface ListenOptions extends CommonOptions {
  readonly forwardTo?: URL;
  readonly events?: EventFilter;
  readonly since?: string;
  readonly latest?: boolean;
  readonly scheme: Scheme;
  readonly insecure?: boolean;
  readonly printSecret?: boolean;
}

/** `guidepost listen`: events to a receiver on this machine, without a tunnel. */
export function listenCommand(program: Command, context: Context): void {
  addCommand(program, 'listen', 'forward events to your machine, without a tunnel', [
    'guidepost listen --forward-to http://localhost:3000/guidepost',
    'guidepost listen --forward-to http://localhost:3000/guidepost --events order.confirmed,review.created',
    'guidepost listen --forward-to http://localhost:3000/guidepost --since 2h',
    'guidepost listen --print-secret',
  ])
    .description(
      'Asks the platform for what happens to you, and sends it to your receiver as the platform would: the same bodies and ' +
        'headers, signed with a secret of this machine. It shows what came back, and says what is wrong with it. The next time it goes ' +
        'on where it ended. Keys: r sends the last event again, q or Ctrl-C ends. What is not acknowledged is not sent again by itself; while ' +
        'nobody listens at the address it waits.',
    )
    .option('--forward-to <url>', 'where your receiver listens; without it events are only shown', address)
    .option(
      '--events <types>',
      'these types only, separated by commas; families such as order.*, states such as order.confirmed',
      eventFilter,
    )
    .option('--since <time>', 'begin then: RFC 3339, or 30m, 2h, 3d ago', since)
    .option('--latest', 'begin now, whatever was not forwarded yet')
    .addOption(new Option('--scheme <scheme>', 'how to sign').choices([...SCHEMES]).default('v1'))
    .option('--insecure', 'take a TLS certificate that nobody vouches for')
    .option('--print-secret', "print this machine's secret and public key, and end")
    .action(async (options: ListenOptions) => {
      const output = outputOf(context, options);
      if (options.printSecret) return printSecret(options, output, context);
      if (options.since && options.latest) throw misused('--since and --latest contradict each other');
      await listen(options, output, context);
    });
}

function printSecret({ scheme }: ListenOptions, output: Output, { io }: Context): void {
  const { secret, publicKey } = localKeys(io.env);
  output.result({ secret, publicKey }, () => (scheme === 'v1' ? secret : publicKey));
}

async function listen(options: ListenOptions, output: Output, { io }: Context): Promise<void> {
  const profile = findProfile(io.env, options.profile);
  const guidepost = connect(profile);
  const kept = cursorStore(io.env, profile, options.forwardTo?.href ?? 'shown');
  const query = beginning(options, kept.read());
  await greet(guidepost, options, output, io, !('from' in query));
  if (options.since !== undefined) kept.write({ since: options.since });
  const { deliver, onKey } = deliverer(options, output, io);
  watchKeys(io, onKey);
  const isWanted = options.events?.matches ?? (() => true);
  const feed = followFeed({ guidepost, query, signal: io.signal, ...sayTrouble(output) });
  for await (const { events, cursor } of feed) {
    for (const event of events) if (isWanted(event) && !io.signal.aborted) await deliver(event);
    // One that was under way when it ended comes again the next time.
    if (cursor !== null && !io.signal.aborted) kept.write({ cursor });
  }
  output.note(output.noteStyle.dim('Ended. The next time it goes on from here.'));
}

/** Where the feed begins. */
function beginning({ events, since, latest }: ListenOptions, kept: Place | undefined): Query<'listEvents'> {
  const filter = events === undefined ? {} : { types: events.types };
  if (since !== undefined) return { ...filter, since };
  return { ...filter, ...(kept === undefined || latest ? { from: 'now' } : kept) };
}

/** Says what it does; a wrong app_secret is found out here, before anything is said. */
async function greet(
  guidepost: Guidepost,
  options: ListenOptions,
  output: Output,
  io: Context['io'],
  goesOn: boolean,
) {
  await guidepost.auth.accessToken();
  const { strong, dim } = output.noteStyle;
  const { secret, publicKey } = localKeys(io.env);
  const { forwardTo, scheme } = options;
  const from = options.since ?? (goesOn ? 'from where it ended the last time' : 'from now on');
  if (forwardTo === undefined) return output.note(`Showing events ${from}. Forward them with --forward-to.`);
  output.note(`Forwarding events to ${strong(forwardTo.href)}, ${from}.`);
  // It is of this machine only, and useless elsewhere: whoever types this has to know it.
  output.note(scheme === 'v1' ? `Signing secret: ${strong(secret)}` : `Public key: ${strong(publicKey)}`);
  if (io.stdin.isTTY) output.note(dim('r: send the last one again, q: end'));
}

interface Deliverer {
  readonly deliver: (event: GuidepostEvent) => Promise<void>;
  readonly onKey: (key: string) => void;
}

function deliverer(options: ListenOptions, output: Output, io: Context['io']): Deliverer {
  const { forwardTo: url, scheme, insecure = false } = options;
  if (url === undefined) {
    const deliver = async (event: GuidepostEvent) =>
      output.line({ event }, () => eventLine(event, output.style));
    return { deliver, onKey: () => {} };
  }
  const keys = localKeys(io.env);
  const forwarder = createForwarder({
    ...{ url, insecure, signal: io.signal },
    key: scheme === 'v1' ? keys.secret : keys.privateKey,
    onUnreachable: (answer) => {
      const problem = troubleOf(answer)?.problem;
      output.note(
        output.noteStyle.warn(`! ${describeAnswer(answer)}: ${problem} Waiting for your receiver.`),
      );
    },
  });
  const show = (event: GuidepostEvent, answer: Answer, isResent = false) =>
    output.line(lineOf(event, answer, url, isResent), () => textOf(event, answer, output, isResent));
  const deliver = async (event: GuidepostEvent) => {
    try {
      show(event, await forwarder.forward(event));
    } catch (error) {
      if (!io.signal.aborted) throw error;
    }
  };
  const onKey = (key: string) => {
    if (key === 'r') void resend(forwarder, show, output);
  };
  return { deliver, onKey };
}

type Show = (event: GuidepostEvent, answer: Answer, isResent: boolean) => void;

async function resend(forwarder: Forwarder, show: Show, output: Output): Promise<void> {
  try {
    const resent = await forwarder.resend();
    if (resent === undefined) output.note('There is nothing to send again yet.');
    else show(resent.event, resent.answer, true);
  } catch {
    // It was ended meanwhile.
  }
}

function lineOf(event: GuidepostEvent, answer: Answer, url: URL, resent: boolean) {
  const { error, status, body, durationMs } = answer;
  const trouble = troubleOf(answer);
  return {
    event,
    forwardedTo: url.href,
    resent,
    acknowledged: error === null,
    error,
    status,
    answer: body,
    durationMs,
    ...trouble,
  };
}

function textOf(event: GuidepostEvent, answer: Answer, { style }: Output, resent: boolean): string {
  const trouble = troubleOf(answer);
  const mark = trouble === undefined ? style.good('✓') : style.bad('✗');
  const head = `${eventLine(event, style)}${resent ? '  again' : ''}`;
  const result = `  ${mark} ${describeAnswer(answer)} ${style.dim(`in ${answer.durationMs} ms`)}`;
  return trouble === undefined
    ? `${head}${result}`
    : `${head}${result}\n    ${trouble.problem} ${trouble.mend}`;
}
