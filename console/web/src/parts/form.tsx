/** Forms: labels above, help under them, and the server's refusals under the field they are about. */
import { type MouseEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { flushSync } from 'react-dom';
import type { Refusal } from '../api/errors.ts';
import { useTexts } from '../shell/preferences.tsx';
import type { Texts } from '../texts/index.ts';
import { SubmitButton } from './button.tsx';
import { problemText } from './problem-text.ts';
import { ErrorState } from './states.tsx';
import { useUnsaved } from './unsaved.ts';
import './form.css';

interface FormProps {
  /** The last refusal; what was typed stays. */
  readonly refusal?: Refusal | undefined;
  readonly onSubmit: () => void;
  /** Whether something is typed that was not sent, where the page knows better than the fields. */
  readonly isChanged?: boolean;
  /** Nobody minds when what is typed goes: a password, a code. */
  readonly isThrowaway?: boolean;
  readonly children: ReactNode;
}

/**
 * Fields whose `name` is the path of a part of the body (`contact.email`) show the refusals of that part; refusals of no field
 * are shown above.
 */
export function Form({ refusal, onSubmit, isChanged, isThrowaway = false, children }: FormProps) {
  const texts = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const markSent = useUnsaved(form, { refusal, isChanged, isThrowaway });
  const [answered, setAnswered] = useState<Refusal>();
  const shown = refusal === answered ? undefined : refusal;
  // Another object would be another refusal: fields that were mended since would be wrong again.
  const errors = useMemo(() => (shown ? fieldErrors(shown, texts) : {}), [shown, texts]);
  const [elsewhere, setElsewhere] = useState<readonly [string, string][]>([]);
  useLayoutEffect(() => {
    setElsewhere(Object.entries(errors).filter(([name]) => form.current?.elements.namedItem(name) == null));
  }, [errors]);
  /**
   * A field that the server refused keeps the browser from sending the form, and what was wrong may have been mended in another one.
   * Also a press of Enter comes as a click of the button, before the browser looks at the fields.
   */
  const forget = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (shown && button?.type === 'submit') flushSync(() => setAnswered(shown));
  };
  const isMarked = Object.keys(errors).length > elsewhere.length;
  return (
    <AriaForm
      ref={form}
      className="form"
      validationErrors={errors}
      onClickCapture={forget}
      onSubmit={(event) => {
        event.preventDefault();
        markSent();
        onSubmit();
      }}
    >
      {shown && (
        <ErrorState refusal={shown} sentence={isMarked ? texts.frame.errors.marked : undefined}>
          {elsewhere.length > 0 && (
            <ul>
              {elsewhere.map(([name, sentence]) => (
                <li key={name}>
                  <code>{name}</code>: {sentence}
                </li>
              ))}
            </ul>
          )}
        </ErrorState>
      )}
      {children}
    </AriaForm>
  );
}

/** Sentences by field: the reader's language where the reason is known, else the server's words. */
export function fieldErrors(refusal: Refusal, texts: Texts): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const problem of refusal.details) {
    // A list's field shows the refusals of each part.
    const field = problem.path.replace(/^(body|query|path)\./, '').replace(/\.\d+$/, '');
    errors[field] ??= problemText(problem, texts);
  }
  return errors;
}

/** The buttons at a form's foot. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className="form-buttons row">{children}</div>;
}

/** Where there is but the one that sends it. */
export function FormSubmit(props: Parameters<typeof SubmitButton>[0]) {
  return (
    <FormButtons>
      <SubmitButton {...props} />
    </FormButtons>
  );
}
