/** A person's sessions, and how to end them. */

import { useQuery } from '@tanstack/react-query';
import { browserOf } from '../../../../../domain/browser-name.ts';
import type { SessionsAnswer } from '../../../../server/schemas/account.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';

type Session = SessionsAnswer['sessions'][number];

const KEY = ['sessions'];

export function SessionSection() {
  const words = useTexts().account.security.sessions;
  const list = useQuery<SessionsAnswer, Refusal>({
    queryKey: KEY,
    queryFn: () => request('GET /api/account/sessions'),
  });
  const end = useAction(
    (id: number) => request('POST /api/account/sessions/{sessionId}/end', { params: { sessionId: id } }),
    {
      invalidates: [KEY],
      onDone: () => showToast({ text: words.ended }),
    },
  );
  const endOthers = useAction(() => request('POST /api/account/sessions/end-others'), {
    invalidates: [KEY],
    onDone: ({ ended }) => showToast({ text: words.othersEnded(ended) }),
  });
  const refusal = end.refusal ?? endOthers.refusal;
  const hasOthers = (list.data?.sessions.length ?? 0) > 1;
  return (
    <Section
      title={words.title}
      aside={
        hasOthers && (
          <Button isPending={endOthers.isRunning} onPress={() => endOthers.run(undefined)}>
            {words.endOthers}
          </Button>
        )
      }
    >
      <p className="soft">{words.lead}</p>
      {refusal && <ErrorState refusal={refusal} />}
      <DataTable
        label={words.title}
        columns={useColumns(end.run)}
        rows={list.data?.sessions}
        keyOf={(session) => String(session.id)}
        empty={null}
        error={list.error}
        refetch={list.refetch}
      />
    </Section>
  );
}

function useColumns(end: (id: number) => void): Column<Session>[] {
  const words = useTexts().account.security.sessions;
  return [
    { id: 'browser', title: words.browser, cell: ({ userAgent }) => browserOf(userAgent, words) },
    { id: 'address', title: words.address, cell: ({ address }) => address, wideOnly: true },
    { id: 'since', title: words.since, cell: ({ createdAt }) => <When at={createdAt} />, wideOnly: true },
    { id: 'seen', title: words.seen, cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
    {
      id: 'end',
      title: words.end,
      isNumber: true,
      cell: ({ id, isCurrent }) =>
        isCurrent ? (
          <span className="soft">{words.here}</span>
        ) : (
          <Button small onPress={() => end(id)}>
            {words.end}
          </Button>
        ),
    },
  ];
}
