/** Forms: labels above, help under them, and the server's refusals under the field they are about. */
import { type ReactNode, useMemo } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import type { Refusal } from '../api/errors.ts';
import { useTexts } from '../shell/preferences.tsx';
import type { Texts } from '../texts/index.ts';
import { ErrorState } from './states.tsx';
import './form.css';

interface FormProps {
  /** The last refusal; what was typed stays. */
  readonly refusal?: Refusal | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Fields whose `name` is the path of a part of the body (`contact.email`) show what was said about it. */
export function Form({ refusal, onSubmit, children }: FormProps) {
  const texts = useTexts();
  // Another object would be another refusal: fields that were mended since would be wrong again.
  const errors = useMemo(() => (refusal ? fieldErrors(refusal, texts) : {}), [refusal, texts]);
  return (
    <AriaForm
      className="form"
      validationErrors={errors}
      validationBehavior="native"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {refusal && refusal.reason !== 'second_factor_needed' && <ErrorState refusal={refusal} />}
      {children}
    </AriaForm>
  );
}

/** Sentences by field: the reader's language where the reason is known, else the server's words. */
export function fieldErrors(refusal: Refusal, texts: Texts): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, reason, msg } of refusal.details) {
    const field = path.replace(/^(body|query|path)\./, '');
    errors[field] ??= texts.frame.reasons[reason] ?? sentence(msg);
  }
  return errors;
}

function sentence(msg: string): string {
  return `${msg.charAt(0).toUpperCase()}${msg.slice(1)}${/[.!?]$/.test(msg) ? '' : '.'}`;
}

/** The buttons at a form's foot. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className="form-buttons row">{children}</div>;
}
