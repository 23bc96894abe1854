import type { Answer } from '../receiver/post.ts';
import { describeAnswer, troubleOf } from '../receiver/trouble.ts';
import type { Output } from '../terminal/output.ts';
import { wrapped } from '../terminal/wrap.ts';
import { FINDINGS, type FindingName } from './findings.ts';
import type { CaseResult, Exchange, Outcome, Run } from './run.ts';

/** What `guidepost test --json` prints. Members are added to it, and never taken away. */
export interface Report {
  readonly url: string;
  readonly scheme: string;
  readonly ok: boolean;
  readonly passed: number;
  readonly warned: number;
  readonly failed: number;
  readonly skipped: number;
  /** The case after which the receiver was gone; null when it stayed. */
  readonly lostAfter: string | null;
  /** The case after which the time was over; null when all were tried. */
  readonly outOfTimeAfter: string | null;
  readonly findings: readonly ReportedFinding[];
  readonly cases: readonly ReportedCase[];
}

interface ReportedFinding {
  readonly finding: FindingName;
  readonly severity: 'error' | 'warning';
  readonly problem: string;
  readonly why: string;
  readonly mend: string;
  readonly docs: string;
  /** Which cases show it. */
  readonly cases: readonly string[];
  readonly evidence: Evidence;
}

interface ReportedCase {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly outcome: Outcome;
  readonly finding: FindingName | null;
  readonly durationMs: number | null;
}

/** What was sent and what came back. Signatures are of the test's own making. */
interface Evidence {
  readonly sent: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expected: string;
  readonly answer: string;
  readonly status: number | null;
  readonly remark: string | null;
}

export interface ReportedRun extends Run {
  readonly url: string;
  readonly scheme: string;
  /** Where notifications are documented; without a host where nobody is logged in. */
  readonly docsUrl: string;
}

export function reportOf({ results, lostAfter, outOfTimeAfter, url, scheme, docsUrl }: ReportedRun): Report {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    url,
    scheme,
    ok: count('failed') === 0 && lostAfter === null && outOfTimeAfter === null,
    passed: count('passed'),
    warned: count('warned'),
    failed: count('failed'),
    skipped: count('skipped'),
    lostAfter,
    outOfTimeAfter,
    findings: findingsOf(results, docsUrl),
    cases: results.map(({ case: { id, group, title }, outcome, finding, exchanges }) => {
      const durations = exchanges.map(({ answer }) => answer.durationMs);
      const durationMs = durations.length === 0 ? null : Math.max(...durations);
      return { id, group, title, outcome, finding, durationMs };
    }),
  };
}

function findingsOf(results: readonly CaseResult[], docsUrl: string): ReportedFinding[] {
  const names = new Set(results.map(({ finding }) => finding).filter((finding) => finding !== null));
  return [...names].map((name) => {
    const group = results.filter(({ finding }) => finding === name);
    const { problem, why, mend, read } = FINDINGS[name];
    const isWarning = 'isWarning' in FINDINGS[name];
    return {
      finding: name,
      severity: isWarning ? ('warning' as const) : ('error' as const),
      ...{ problem, why, mend: mendOf(group[0]!) ?? mend },
      docs: `${docsUrl}#${read}`,
      cases: group.map((result) => result.case.id),
      evidence: evidenceOf(group[0]!),
    };
  });
}

function evidenceOf({ case: one, exchanges, finding }: CaseResult): Evidence {
  const wrong = exchanges.filter((exchange) => exchange.finding === finding);
  const { delivery, answer } = wrong[0]!;
  return {
    sent:
      exchanges.length === 1
        ? one.sends
        : `${one.sends} (${wrong.length} of ${exchanges.length}${typesOf(wrong)})`,
    headers: delivery.headers,
    body: delivery.body,
    expected: one.expects,
    answer: `${describeAnswer(answer)} after ${answer.durationMs} ms`,
    status: answer.status,
    remark: one.expects === 'acknowledged' ? remarkOn(answer) : null,
  };
}

/** Of a good notification that is not acknowledged the answer itself says what to mend. */
function mendOf({ finding, exchanges }: CaseResult): string | undefined {
  return finding === 'good_not_acknowledged' ? troubleOf(exchanges[0]!.answer)?.mend : undefined;
}

/** What is wrong with the answer, where that says more than its status does. */
function remarkOn(answer: Answer): string | null {
  return answer.error === 'http_status' ? null : (troubleOf(answer)?.problem ?? null);
}

const SHOWN_TYPES = 4;

/** Which types of events went wrong, where there are several. */
function typesOf(wrong: readonly Exchange[]): string {
  const types = [...new Set(wrong.map(({ delivery }) => /"type":"([^"]+)"/.exec(delivery.body)?.[1] ?? '?'))];
  if (types.length < 2) return types[0] === 'order.status_changed' ? '' : `: ${types}`;
  const more = types.length > SHOWN_TYPES ? ` and ${types.length - SHOWN_TYPES} more` : '';
  return `: ${types.slice(0, SHOWN_TYPES).join(', ')}${more}`;
}

const MARKS = { passed: '✓', warned: '!', failed: '✗', skipped: '-' } as const satisfies Record<
  Outcome,
  string
>;

/** A line for each case, while they are tried. */
export function caseLine(
  { case: { title }, outcome, exchanges, finding }: CaseResult,
  style: Output['style'],
): string {
  const paint = { passed: style.good, warned: style.warn, failed: style.bad, skipped: style.dim }[outcome];
  const wrong = exchanges.find((exchange) => exchange.finding === finding && finding !== null);
  const what = wrong === undefined ? '' : style.dim(`  answered ${describeAnswer(wrong.answer)}`);
  return `  ${paint(MARKS[outcome])} ${outcome === 'skipped' ? style.dim(title) : title}${what}`;
}

/** What is to be mended, gravest first, and the sum. */
export function summary(report: Report, style: Output['style']): string {
  const { findings, passed, warned, failed, skipped, lostAfter, outOfTimeAfter } = report;
  const ordered = [...findings].sort((one, other) => one.severity.localeCompare(other.severity));
  const parts = ordered.map((finding, index) => paragraph(finding, index + 1, style));
  if (lostAfter !== null) {
    parts.push(
      style.bad(
        `Your receiver accepts no connections since the case "${lostAfter}". The rest was not tried.`,
      ),
    );
  } else if (outOfTimeAfter !== null) {
    parts.push(
      style.bad(
        `Your receiver answers so slowly that the time was over after the case "${outOfTimeAfter}". --timeout gives more.`,
      ),
    );
  } else if (skipped > 0)
    parts.push(style.dim('What was skipped can be tried once the first notification is acknowledged.'));
  const counts = [
    style.good(`${passed} passed`),
    failed > 0 ? style.bad(`${failed} failed`) : '0 failed',
    ...(warned > 0 ? [style.warn(`${warned} with a warning`)] : []),
    ...(skipped > 0 ? [style.dim(`${skipped} skipped`)] : []),
  ];
  return ['', ...parts, counts.join(', ')].join('\n');
}

function paragraph(found: ReportedFinding, number: number, style: Output['style']): string {
  const { problem, why, mend, docs, cases, evidence, severity } = found;
  const paint = severity === 'error' ? style.bad : style.warn;
  const line = (name: string, text: string) => `   ${style.dim(name.padEnd(9))} ${wrapped(text, 13)}`;
  return [
    `${number}. ${paint(style.strong(problem))}  ${style.dim(`[${found.finding}]`)}`,
    line('sent', evidence.sent),
    line('answered', `${evidence.answer}; expected: ${evidence.expected}`),
    ...(evidence.remark === null ? [] : [line('that is', evidence.remark)]),
    line('why', why),
    line('mend', mend),
    line('read', docs),
    ...(cases.length > 1 ? [line('seen in', cases.join(', '))] : []),
    '',
  ].join('\n');
}
