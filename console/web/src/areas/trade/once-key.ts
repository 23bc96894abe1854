import { useRef } from 'react';
import { refusalOf } from '../../api/errors.ts';

/**
 * An `Idempotency-Key` made when the form opens: a double click, or a retry after an answer that was lost, does it once. What
 * had an answer, done or refused, is over: the next try is another request.
 */
export function useOnceKey(): { use<Answer>(act: (key: string) => Promise<Answer>): Promise<Answer> } {
  const key = useRef(crypto.randomUUID());
  return {
    async use(act) {
      try {
        const answer = await act(key.current);
        key.current = crypto.randomUUID();
        return answer;
      } catch (error) {
        if (!refusalOf(error).isPassing) key.current = crypto.randomUUID();
        throw error;
      }
    },
  };
}
