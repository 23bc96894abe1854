import { parse } from 'yaml';

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly keep_firing_for?: string;
}

/** An alert of seconds: the same metrics, the same comparison. */
const QUICK = { for: '2s', keep_firing_for: '3s', window: '30s', oldest: 5 } as const;
/** What is compared with minutes or hours: a time that something has waited, or since any was done. */
const WAITED = /((?:_oldest|_work_age)_seconds(?:\{[^}]*\})?\) > (?:bool )?)\d+/g;
/** It is appended to each five seconds. */
const LOG = { waited: /(guidepost_transparency_waiting_oldest_seconds\) > )\d+/, oldest: 20 };
/** Processes take seconds to start again. */
const RESTARTS = { counted: /(changes\([^[]*)\[[^\]]*\]/, window: '2m' };

/** deploy/observability/rules.yml with its waits, windows and ages shortened, so that a failure of seconds is enough. */
export function quicken(rules: string): { readonly groups: readonly { readonly rules: readonly Rule[] }[] } {
  const { groups } = parse(rules) as { groups: { name: string; rules: Rule[] }[] };
  return {
    groups: groups.map((group) => ({
      ...group,
      interval: '1s',
      rules: group.rules.map((rule) => ({
        ...rule,
        for: QUICK.for,
        ...(rule.keep_firing_for && { keep_firing_for: QUICK.keep_firing_for }),
        expr: rule.expr
          .replace(/\[\d+[mh](:\d+m)?\]/g, (_, step?: string) => `[${QUICK.window}${step ? ':1s' : ''}]`)
          .replace(RESTARTS.counted, `$1[${RESTARTS.window}]`)
          .replace(WAITED, `$1${QUICK.oldest}`)
          .replace(LOG.waited, `$1${LOG.oldest}`),
      })),
    })),
  };
}
