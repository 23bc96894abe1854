import { useRef } from 'react';

/** The same act, which a double click starts once: the next one begins when it is over. */
export function useSingle<Input>(act: (input: Input) => Promise<unknown>): (input: Input) => void {
  const isUnderWay = useRef(false);
  return (input) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    // The component that shows the action shows its refusal too.
    void act(input)
      .catch(() => undefined)
      .finally(() => {
        isUnderWay.current = false;
      });
  };
}
