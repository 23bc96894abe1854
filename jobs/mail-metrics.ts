import { Counter, type Registry } from 'prom-client';

/** The result of an attempt to send a mail. */
export type MailOutcome = 'sent' | 'retried' | 'given_up';

/** How often mails were sent, and how often not. */
export function createMailCounter(registry: Registry): (outcome: MailOutcome) => void {
  const counter = new Counter({
    name: 'guidepost_mails_total',
    help: 'Attempts to send a mail by outcome: sent, retried, given_up',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => counter.inc({ outcome });
}
