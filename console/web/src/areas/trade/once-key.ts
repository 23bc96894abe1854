import { useRef } from 'react';
import { refusalOf } from '../../api/errors.ts';

/**
 * An `Idempotency-Key` made with the first try: a double click, or a retry after an answer that was lost, does it once. What
 * had an answer, done or refused, is over: the next try is another request.
 */
export function useOnceKey(): { use<Answer>(act: (key: string) => Promise<Answer>): Promise<Answer> } {
  const keys = useOnceKeys();
  return { use: (act) => keys.use('', act) };
}

/** The same for a form that does several things: each has a key of its own, by its name. */
export function useOnceKeys(): {
  use<Answer>(name: string, act: (key: string) => Promise<Answer>): Promise<Answer>;
} {
  const keys = useRef(new Map<string, string>());
  return {
    async use(name, act) {
      const key = keys.current.get(name) ?? crypto.randomUUID();
      keys.current.set(name, key);
      try {
        const answer = await act(key);
        keys.current.delete(name);
        return answer;
      } catch (error) {
        if (!refusalOf(error).isPassing) keys.current.delete(name);
        throw error;
      }
    },
  };
}
