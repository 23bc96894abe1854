/** What Alertmanager makes of alerts that fire, by deploy/observability/alertmanager.yml. */
import { parse } from 'yaml';
import type { Alert } from '../prometheus.ts';

interface Inhibition {
  readonly source_matchers: readonly string[];
  readonly target_matchers: readonly string[];
}

/** @returns those of the alerts that no other one inhibits; an alert never inhibits itself. */
export function createInhibition(config: string): (firing: readonly Alert[]) => Alert[] {
  const { inhibit_rules: rules } = parse(config) as { inhibit_rules: readonly Inhibition[] };
  const isQuiet = (alert: Alert, firing: readonly Alert[]) =>
    rules.some(
      ({ source_matchers, target_matchers }) =>
        matches(alert, target_matchers) &&
        firing.some((other) => other !== alert && matches(other, source_matchers)),
    );
  return (firing) => firing.filter((alert) => !isQuiet(alert, firing));
}

function matches({ labels }: Alert, matchers: readonly string[]): boolean {
  return matchers.every((matcher) => {
    const [, name = '', operator = '', value = ''] = /^(\w+)(=~|=)"([^"]*)"$/.exec(matcher) ?? [];
    if (operator === '') throw new Error(`a matcher that is not understood here: ${matcher}`);
    const own = labels[name] ?? '';
    return operator === '=' ? own === value : new RegExp(`^(?:${value})$`).test(own);
  });
}
