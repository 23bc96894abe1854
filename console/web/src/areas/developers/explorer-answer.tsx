/** What came back, and the request as code. */

import { StateBadge } from '../../parts/badge.tsx';
import { CodeSample } from '../../parts/copy.tsx';
import { Tabs } from '../../parts/menu.tsx';
import { Section } from '../../parts/page.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { HeaderList } from './attempts.tsx';
import { type Draft, type RawAnswer, samplesOf } from './explorer-request.ts';
import { pretty } from './pretty.ts';

export function ExplorerAnswer({ answer }: { answer: RawAnswer | undefined }) {
  const words = useTexts().developers.explorer;
  return (
    <Section title={words.answer}>
      <div role="status" className="stack">
        {answer === undefined ? (
          <p className="soft">{words.noAnswer}</p>
        ) : (
          <>
            <p className="row">
              <StateBadge state={answer.status < 400 ? 'done' : 'failed'} word={`HTTP ${answer.status}`} />
              <span className="soft numbers">{words.took(answer.ms)}</span>
            </p>
            <CodeSample label={words.answer} code={pretty(answer.body)} />
            <details>
              <summary>{words.headers}</summary>
              <HeaderList title={words.headers} headers={Object.fromEntries(answer.headers)} missing="" />
            </details>
          </>
        )}
      </div>
    </Section>
  );
}

interface CodeProps {
  readonly draft: Draft;
  readonly baseUrl: string;
  readonly clientId: string;
}

export function ExplorerCode({ draft, baseUrl, clientId }: CodeProps) {
  const words = useTexts().developers.explorer;
  const samples = samplesOf(draft, { baseUrl, clientId });
  const tabs = (['curl', 'typescript', 'python'] as const).map((id) => ({
    id,
    label: words[id],
    children: <CodeSample label={words[id]} code={samples[id]} />,
  }));
  return (
    <Section title={words.asCode}>
      <Tabs label={words.asCode} tabs={tabs} />
    </Section>
  );
}
