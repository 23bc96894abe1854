/** How the platform is: parts, processes, task queues, what is overdue. */
import type { Answer } from '../../api/routes.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useOperatorData } from './data.ts';
import './operators.css';

const EVERY_MS = 10_000;

type Status = Answer<'GET /api/operator/status'>;
type Process = NonNullable<Status['processes']>[number];

const VERDICTS = { well: 'healthy', late: 'paused', unavailable: 'failing' } as const;
const PROCESSES = { ready: 'healthy', not_ready: 'paused', silent: 'failing', absent: 'failing' } as const;

export default function PlatformStatus() {
  const words = useTexts().operators.status;
  const status = useOperatorData('GET /api/operator/status', { everyMs: EVERY_MS });
  const { data } = status;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      beside={data && <StateBadge state={VERDICTS[data.verdict]} word={words.verdicts[data.verdict]} />}
    >
      <Awaited query={status} lines={8} />
      {data && (
        <>
          <Parts status={data} />
          <Overdue status={data} />
          <Processes status={data} />
          <Queues status={data} />
        </>
      )}
    </Page>
  );
}

function Parts({ status: { parts, facts, release } }: { status: Status }) {
  const words = useTexts().operators.status;
  const { backupAgeSeconds: backup, certificateDays, clockAheadMs } = facts;
  return (
    <Section title={words.parts}>
      <div className="panel">
        <ul className="rows">
          {parts.map(({ part, isUp, why }) => (
            <li key={part}>
              <span className="words">
                {part}
                <StateBadge state={isUp ? 'healthy' : 'failing'} word={isUp ? words.up : words.unusable} />
              </span>
              {why !== null && <span className="soft">{why}</span>}
            </li>
          ))}
        </ul>
        <dl className="facts">
          <Fact name={words.release} value={release} />
          <Fact name={words.schema} value={facts.schema} />
          <Fact
            name={words.backup}
            value={backup === null ? words.noBackup : <When at={ago(backup)} hasHappened />}
          />
          <Fact name={words.certificate} value={certificateDays !== null && words.days(certificateDays)} />
          <Fact name={words.clock} value={clockAheadMs !== null && `${clockAheadMs} ms`} />
        </dl>
      </div>
    </Section>
  );
}

function Overdue({ status: { overdue } }: { status: Status }) {
  const words = useTexts().operators.status;
  return (
    <Section title={words.work}>
      <DataTable
        label={words.work}
        rows={overdue ?? []}
        keyOf={({ work }) => work}
        empty={<EmptyState icon="warning" title={words.unknown} />}
        columns={[
          { id: 'work', title: words.what, cell: ({ work }) => words.works[work] },
          {
            id: 'state',
            title: words.state,
            cell: ({ isLate }) => (
              <StateBadge state={isLate ? 'failing' : 'healthy'} word={isLate ? words.late : words.inTime} />
            ),
          },
          { id: 'count', title: words.count, isNumber: true, cell: ({ count }) => count ?? '–' },
          {
            id: 'oldest',
            title: words.oldest,
            cell: ({ oldestSeconds }) => (oldestSeconds === 0 ? '–' : <When at={ago(oldestSeconds)} />),
          },
        ]}
      />
    </Section>
  );
}

function Processes({ status: { processes } }: { status: Status }) {
  const words = useTexts().operators.status;
  return (
    <Section title={words.processes}>
      <DataTable
        label={words.processes}
        rows={processes ?? []}
        keyOf={({ roles, host, pid }) => `${roles} ${host} ${pid}`}
        empty={<EmptyState icon="warning" title={words.unknown} />}
        columns={[
          { id: 'roles', title: words.roles, cell: ({ roles }) => roles.join(', ') },
          { id: 'state', title: words.state, cell: (row) => <ProcessState row={row} /> },
          {
            id: 'host',
            title: words.host,
            wideOnly: true,
            cell: ({ host, pid }) => host && `${host} · ${pid}`,
          },
          { id: 'release', title: words.release, wideOnly: true, cell: ({ release }) => release },
          {
            id: 'worked',
            title: words.worked,
            cell: ({ workedAt }) => (workedAt === null ? '–' : <When at={workedAt} hasHappened />),
          },
        ]}
      />
    </Section>
  );
}

function ProcessState({ row: { state, missing, beatAgeSeconds } }: { row: Process }) {
  const words = useTexts().operators.status;
  return (
    <span className="words">
      <StateBadge state={PROCESSES[state]} word={words.states[state]} />
      {state === 'silent' && beatAgeSeconds !== null && <When at={ago(beatAgeSeconds)} hasHappened />}
      {state === 'not_ready' && <span className="soft">{missing.join(' · ')}</span>}
    </span>
  );
}

function Queues({ status: { queues } }: { status: Status }) {
  const words = useTexts().operators.status;
  return (
    <Section title={words.queues}>
      <DataTable
        label={words.queues}
        rows={queues}
        keyOf={({ queue }) => queue}
        empty={<EmptyState icon="warning" title={words.unknown} />}
        columns={[
          { id: 'queue', title: words.queue, cell: ({ queue }) => queue },
          {
            id: 'state',
            title: words.state,
            cell: ({ isPolled }) => (
              <StateBadge
                state={isPolled ? 'healthy' : 'failing'}
                word={isPolled ? words.polled : words.notPolled}
              />
            ),
          },
          {
            id: 'processes',
            title: words.processes,
            isNumber: true,
            cell: ({ processes }) => processes ?? '–',
          },
          { id: 'backlog', title: words.backlog, isNumber: true, cell: ({ backlog }) => backlog ?? '–' },
        ]}
      />
    </Section>
  );
}

/** The instant so many seconds ago. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
