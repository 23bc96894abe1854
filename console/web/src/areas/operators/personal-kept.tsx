/** How much is personal in some orders, and the two requests that another operator confirms. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonalCounts } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import type { Answer } from '../../api/routes.ts';
import { Button } from '../../parts/button.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Section } from '../../parts/page.tsx';
import { Awaited, Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { AskDialog } from './ask.tsx';
import { OPERATORS } from './data.ts';

const ROUTE = 'POST /api/operator/personal/preview';
const ASK_ERASE = 'POST /api/operator/personal/erase';
const KINDS = [
  'contacts',
  'travellers',
  'remarks',
  'changes',
  'messages',
  'files',
  'notes',
  'reasons',
  'bookings',
] as const satisfies readonly (keyof PersonalCounts)[];

export function PersonalKept({ orders }: { orders: readonly string[] }) {
  const words = useTexts().operators.personal;
  const [asked, setAsked] = useState<'export' | 'erase'>();
  const preview = useQuery<Answer<typeof ROUTE>, Refusal>({
    queryKey: [...OPERATORS, ROUTE, orders],
    queryFn: ({ signal }) => request(ROUTE, { body: { orders: [...orders] }, signal }),
  });
  const { data } = preview;
  const isEmpty = data !== undefined && KINDS.every((kind) => data.counts[kind] === 0);
  return (
    <Section title={words.kept(orders.length)}>
      <Awaited query={preview} lines={KINDS.length} />
      {data && (
        <>
          {isEmpty && <p>{words.isEmpty}</p>}
          {!isEmpty && (
            <dl className="facts">
              {KINDS.map((kind) => (
                <Fact key={kind} name={words.kinds[kind]} value={data.counts[kind] || null} />
              ))}
            </dl>
          )}
          {data.notOver.length > 0 && <Note tone="warning">{words.notOver(data.notOver.join(', '))}</Note>}
          <div className="row">
            <Button tone="main" icon="download" onPress={() => setAsked('export')}>
              {words.export}
            </Button>
            {data.notOver.length === 0 && !isEmpty && (
              <Button tone="danger" onPress={() => setAsked('erase')}>
                {words.erase}
              </Button>
            )}
          </div>
        </>
      )}
      {asked && <AskPersonal what={asked} orders={orders} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

interface AskPersonalProps {
  readonly what: 'export' | 'erase';
  readonly orders: readonly string[];
  readonly onClose: () => void;
}

function AskPersonal({ what, orders, onClose }: AskPersonalProps) {
  const words = useTexts().operators.personal;
  return (
    <AskDialog
      title={words.titles[what](orders.length)}
      consequence={words.consequences[what]}
      verb={words[what]}
      tone={what === 'erase' ? 'danger' : 'main'}
      reasonHelp={words.reasonHelp}
      onClose={onClose}
      said={({ isDone }: Answer<typeof ASK_ERASE>) => (isDone ? words.done[what] : words.asked)}
      act={(reason) =>
        request(`POST /api/operator/personal/${what}`, { body: { orders: [...orders], reason } })
      }
    />
  );
}
