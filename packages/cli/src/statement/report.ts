import type { Output } from '../terminal/output.ts';
import { printable } from '../terminal/printable.ts';
import { pairs } from '../terminal/table.ts';
import { wrapped } from '../terminal/wrap.ts';
import type { StatementVerdict } from './judge.ts';

/** More of them say nothing new; `--json` has all. */
const SHOWN = 20;

/** A verdict for people. */
export function textOf(judged: StatementVerdict, { style }: Output): string {
  const { valid, verdict, mistakes } = judged;
  const head = valid
    ? `${style.good('✓')} ${printable(verdict)}`
    : `${style.bad('✗')} ${style.strong(printable(verdict))}`;
  const shown = mistakes.slice(0, SHOWN).map(({ word, line, problem, mend }) => {
    const what = printable(line === null ? problem : `${line}: ${problem}`);
    return `  ${wrapped(`${what} ${style.dim(`[${word}]`)}`, 2)}\n  ${style.dim('mend')}  ${wrapped(mend, 8)}`;
  });
  const others = mistakes.length - shown.length;
  if (others > 0) shown.push(`  … and ${others} more: --json has all`);
  const facts = pairs(factsOf(judged), style).replaceAll(/^/gm, '  ');
  return [head, ...shown, facts].join('\n');
}

function factsOf({ statement, checkpoint, key }: StatementVerdict): Record<string, string> {
  const { merchantKey, sandbox, month, status, currency, gross, commission, balance } = statement;
  const world = sandbox ? ', of the sandbox' : '';
  return {
    statement: `${merchantKey}, ${month}, ${status}${world}`,
    amounts: `gross ${gross}, commission ${commission}, balance ${balance}, in minor units of ${currency}`,
    ...(checkpoint && { log: `${checkpoint.origin}, ${checkpoint.size} leaves` }),
    ...(key.text !== null && {
      key: `${key.text}${key.pinned ? '' : ' (not pinned: it is the one in the file)'}`,
    }),
  };
}
