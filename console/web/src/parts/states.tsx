/** What is shown while an answer is loading, when it is empty, and when it is a refusal. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Refusal } from '../api/errors.ts';
import { useTexts } from '../shell/preferences.tsx';
import type { Texts } from '../texts/index.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { Icon, type IconName } from './icon.tsx';
import './states.css';

/** Grey lines of about the height of what comes. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((line) => (
        <span key={line} className="skeleton-line" />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly icon?: IconName;
  /** The name of what is missing. */
  readonly title: string;
  /** What to do. */
  readonly text?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon = 'inbox', title, text, action }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <p className="empty-title">{title}</p>
      {text && <p>{text}</p>}
      {action && <div className="row">{action}</div>}
    </div>
  );
}

/** A refusal's sentence in the reader's language where there is one, else the server's. */
export function sentenceOf(texts: Texts, refusal: Refusal): string {
  const { offline, timeout, unreadable } = texts.frame.errors;
  const own: Record<string, string> = { ...texts.frame.refusals, offline, timeout, unreadable };
  return own[refusal.reason ?? ''] ?? refusal.message;
}

interface ErrorProps {
  readonly refusal: Refusal;
  /** Instead of the refusal's own. */
  readonly sentence?: string | undefined;
  /** What there is to say beside it. */
  readonly children?: ReactNode;
  readonly onRetry?: (() => unknown) | undefined;
}

/** A refusal in place of an answer, or above a form. */
export function ErrorState({ refusal, sentence, children, onRetry }: ErrorProps) {
  const texts = useTexts();
  const words = texts.frame.errors;
  // The note above all pages of the live side says it already.
  if (refusal.reason === 'not_live_yet') return null;
  const isUnexplained = sentence === undefined && texts.frame.refusals[refusal.reason ?? ''] === undefined;
  return (
    <div className="error-state" role="alert">
      <Icon name="warning" />
      <div className="stack-s">
        <p>
          <strong>{words.title}.</strong> {sentence ?? sentenceOf(texts, refusal)}
        </p>
        {children}
        {onRetry && <Faults refusal={refusal} />}
        {refusal.reason === 'second_factor_missing' && (
          <p>
            <Link to="/account/security">{texts.frame.person.security}</Link>
          </p>
        )}
        {refusal.requestId !== undefined && isUnexplained && (
          <p className="error-facts">
            {refusal.code !== 0 && `${words.code} ${refusal.code} · `}
            {words.requestId} <code>{refusal.requestId}</code> <CopyButton text={refusal.requestId} small />
          </p>
        )}
        {onRetry && (
          <div>
            <Button small onPress={() => void onRetry()}>
              {words.retry}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

interface AwaitedProps {
  readonly query: {
    readonly data: unknown;
    readonly error: Refusal | null;
    readonly refetch: () => unknown;
  };
  /** As many as what comes has. */
  readonly lines: number;
}

/** In place of an answer: its refusal, or grey lines; nothing once it is there. */
export function Awaited({ query: { data, error, refetch }, lines }: AwaitedProps) {
  if (data !== undefined) return null;
  return error ? <ErrorState refusal={error} onRetry={refetch} /> : <Skeleton lines={lines} />;
}

/** What is wrong with the request, where no form has a field for it: an id or a filter in the address. */
function Faults({ refusal }: { refusal: Refusal }) {
  const { reasons } = useTexts().frame;
  if (refusal.details.length === 0) return null;
  return (
    <ul className="bare">
      {refusal.details.map(({ path, reason, msg }) => (
        <li key={`${path} ${reason}`}>
          <code>{path.split('.').at(-1)}</code>: {reasons[reason] ?? msg}
        </li>
      ))}
    </ul>
  );
}

/** A sentence that one should see before going on: what a click does, what is missing. */
export function Note({
  tone = 'info',
  children,
}: {
  tone?: 'info' | 'warning' | 'good';
  children: ReactNode;
}) {
  const icon = { info: 'info', warning: 'warning', good: 'check' } as const;
  return (
    <div className={`note ${tone}`}>
      <Icon name={icon[tone]} />
      <div>{children}</div>
    </div>
  );
}
