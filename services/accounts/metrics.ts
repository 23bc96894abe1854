import { Counter, type Registry } from 'prom-client';

type SignInOutcome = 'password' | 'passkey' | 'provider' | 'second_factor' | 'refused' | 'too_many';
export type SignInCounter = (outcome: SignInOutcome) => void;

/** How people sign in, and how often they don't. */
export function createSignInCounter(registry: Registry | undefined): SignInCounter {
  if (registry === undefined) return () => undefined;
  const counter = new Counter({
    name: 'guidepost_console_sign_ins_total',
    help: 'Steps of signing in to the console, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => counter.inc({ outcome });
}
