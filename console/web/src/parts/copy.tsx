/** Ids and code: short on the screen, whole when copied. */
import { useState } from 'react';
import { useTexts } from '../shell/preferences.tsx';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';
import './copy.css';

/** How long the button says that it has copied, in ms. */
const SAID_MS = 1_500;

interface CopyProps {
  readonly text: string;
  readonly small?: boolean;
  /** What is copied, for those who don't see the text beside it. */
  readonly what?: string;
  /** Show the word and not the icon alone. */
  readonly labelled?: boolean;
}

export function CopyButton({ text, small = false, what, labelled = false }: CopyProps) {
  const words = useTexts().frame.copy;
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), SAID_MS);
    } catch {
      showToast({ text: words.failed, tone: 'warning' });
    }
  };
  const label = `${isDone ? words.done : words.verb}${what ? ` ${what}` : ''}`;
  return (
    <Button
      className="copy"
      tone={labelled ? 'plain' : 'quiet'}
      small={small}
      icon={isDone ? 'check' : 'copy'}
      label={label}
      onPress={() => void copy()}
    >
      {labelled ? (isDone ? words.done : words.verb) : undefined}
    </Button>
  );
}

/** The first and last characters of an id; the whole one in the title and when copied. */
export function ShortId({ id, copy = true }: { id: string; copy?: boolean }) {
  const short = id.length > 14 ? `${id.slice(0, 5)}…${id.slice(-6)}` : id;
  return (
    <span className="short-id">
      <code title={id}>{short}</code>
      {copy && <CopyButton text={id} small what={id} />}
    </span>
  );
}

/** Code that one takes along. `label` says what it is. */
export function CodeSample({ code, label }: { code: string; label: string }) {
  return (
    <figure className="code-sample">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={code} small what={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and those without a mouse scroll it by keys */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
