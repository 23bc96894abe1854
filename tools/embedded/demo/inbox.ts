import type { Delivery } from './receiver.ts';

/** Acknowledged notifications of one order, to be waited for. */
export interface Inbox {
  readonly add: (delivery: Delivery) => void;
  /** Resolves when the notification of this status has been acknowledged. @throws after `ms` milliseconds. */
  readonly acknowledged: (orderId: string, status: string, ms: number) => Promise<void>;
}

export function createInbox(): Inbox {
  const seen = new Set<string>();
  const waiting = new Map<string, () => void>();
  const key = (orderId: string, status: string) => `${orderId} ${status}`;
  return {
    add: ({ notification, answeredWith }) => {
      if (answeredWith !== 200) return;
      const name = key(notification.orderId, notification.status);
      seen.add(name);
      waiting.get(name)?.();
    },
    acknowledged: (orderId, status, ms) => {
      const name = key(orderId, status);
      if (seen.has(name)) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const late = () => reject(new Error(`no notification of "${status}" within ${ms / 1000} s`));
        const timer = setTimeout(late, ms);
        waiting.set(name, () => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}
