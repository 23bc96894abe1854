/** Attempts to deliver, the newest first: request and answer of each, as far as they are kept. */
import { StateBadge } from '../../parts/badge.tsx';
import { CodeSample } from '../../parts/copy.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Notification } from './data.ts';
import { pretty } from './pretty.ts';

type Attempt = Notification['attemptLog'][number];

export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const words = useTexts().developers.deliveries;
  if (attempts.length === 0) return <p className="soft">{words.noAttempts}</p>;
  return (
    <div className="stack">
      {attempts.toReversed().map((attempt, index) => (
        <OneAttempt key={attempt.number} attempt={attempt} isOpen={index === 0} />
      ))}
    </div>
  );
}

function OneAttempt({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const words = useTexts().developers.deliveries;
  const { number, startedAt, durationMs, httpStatus, error, signedAt } = attempt;
  return (
    <details className="attempt card" open={isOpen}>
      <summary>
        <strong>{words.attempt(number)}</strong>
        <StateBadge state={error === null ? 'acknowledged' : 'failed'} />
        <span className="numbers">
          {httpStatus !== null && `HTTP ${httpStatus} · `}
          {durationMs} ms
        </span>
        {error !== null && <span>{words.errors[error] ?? error}</span>}
        <span className="soft">
          <When at={startedAt} />
        </span>
      </summary>
      <div className="stack">
        <HeaderList title={words.requestHeaders} headers={attempt.requestHeaders} missing={words.notKept} />
        {signedAt !== null && (
          <p className="soft">
            {words.signed} <When at={signedAt} isExact />
          </p>
        )}
        <HeaderList
          title={words.responseHeaders}
          headers={attempt.responseHeaders}
          missing={httpStatus === null ? words.noResponse : words.notKept}
        />
        {attempt.responseExcerpt !== null && attempt.responseExcerpt !== '' && (
          <CodeSample label={words.responseBody} code={pretty(attempt.responseExcerpt)} />
        )}
      </div>
    </details>
  );
}

interface HeadersProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly missing: string;
}

export function HeaderList({ title, headers, missing }: HeadersProps) {
  return (
    <div className="stack-s">
      <h3>{title}</h3>
      {headers === null ? (
        <p className="soft">{missing}</p>
      ) : (
        <dl className="headers mono">
          {Object.entries(headers).map(([name, value]) => (
            <HeaderLine key={name} name={name} value={value} />
          ))}
        </dl>
      )}
    </div>
  );
}

function HeaderLine({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="soft">{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
