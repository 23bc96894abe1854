/** What was typed and not sent: forms report it, and whatever would lose it asks first. */
import { type RefObject, useEffect, useRef } from 'react';

const forms = new Set<() => boolean>();

/** Whether something on the page was typed that leaving it would lose. */
export function hasUnsaved(): boolean {
  return [...forms].some((isChanged) => isChanged());
}

/** What comes before the first change of a field, by whatever means it is changed. */
const BEFORE_CHANGES = ['focusin', 'pointerdown', 'keydown', 'beforeinput'] as const;

/**
 * A form is changed where its fields differ from what they were before the first edit. What was sent is not lost; what was refused is
 * to be sent again.
 * @param isChanged for forms that know it themselves.
 * @returns to be called when it is sent.
 */
export function useUnsaved(
  form: RefObject<HTMLFormElement | null>,
  {
    refusal,
    isChanged,
    isThrowaway,
  }: { refusal: unknown; isChanged?: boolean | undefined; isThrowaway: boolean },
): () => void {
  /** The fields' values before the first edit, or as they were last sent. */
  const before = useRef<string>(undefined);
  const beforeSent = useRef<string>(undefined);
  const sent = useRef<string>(undefined);
  const known = useRef(isChanged);
  known.current = isChanged;
  useEffect(() => {
    if (!refusal) return;
    before.current = beforeSent.current ?? before.current;
    sent.current = undefined;
  }, [refusal]);
  useEffect(() => {
    const { current } = form;
    if (!current || isThrowaway) return;
    const begin = () => {
      before.current ??= textOf(current);
    };
    const isOpen = () => {
      const now = textOf(current);
      if (now === sent.current) return false;
      return known.current ?? (before.current !== undefined && before.current !== now);
    };
    for (const event of BEFORE_CHANGES) current.addEventListener(event, begin, true);
    forms.add(isOpen);
    return () => {
      for (const event of BEFORE_CHANGES) current.removeEventListener(event, begin, true);
      forms.delete(isOpen);
    };
  }, [form, isThrowaway]);
  return () => {
    beforeSent.current = before.current;
    before.current = undefined;
    sent.current = form.current ? textOf(form.current) : undefined;
  };
}

function textOf(form: HTMLFormElement): string {
  const parts = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : `${value.name} ${value.size}`,
  ]);
  return JSON.stringify(parts);
}
