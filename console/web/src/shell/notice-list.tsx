/** What is under the bell. A notice leads to the page that it is about, maybe of another company or world, and is read by that. */
import { Link } from '@tanstack/react-router';
import { Heading } from 'react-aria-components';
import { Button } from '../parts/button.tsx';
import { Awaited, EmptyState, ErrorState } from '../parts/states.tsx';
import { Day, When } from '../parts/time.tsx';
import { type Notice, unreadText, useNotices, useReadAll, useReadNotice } from './notices.ts';
import { useTexts } from './preferences.tsx';
import { useMe } from './session.ts';
import '../parts/badge.css';

interface ListProps {
  readonly unread: number;
  /** Something was pressed that leads elsewhere. */
  readonly onLeave: () => void;
}

export function NoticeList({ unread, onLeave }: ListProps) {
  const words = useTexts().notices;
  const { rows, error, refetch, more } = useNotices();
  const readAll = useReadAll();
  const newest = rows?.[0];
  return (
    <>
      <div className="notices-head">
        <Heading slot="title">{words.title}</Heading>
        {newest && (
          <>
            <span className="soft" role="status">
              {unreadText(words, unread)}
            </span>
            <Button small isPending={readAll.isRunning} onPress={() => readAll.run(newest.id)}>
              {words.markAll}
            </Button>
          </>
        )}
      </div>
      <div className="notices-body">
        {readAll.refusal && <ErrorState refusal={readAll.refusal} />}
        <Awaited query={{ data: rows, error, refetch }} lines={6} />
        {rows && <Rows rows={rows} onLeave={onLeave} />}
        {more.has && (
          <div className="notices-more">
            <Button small isPending={more.isLoading} onPress={more.load}>
              {words.older}
            </Button>
          </div>
        )}
      </div>
      <div className="notices-foot">
        <Link to="/account/notices" onClick={onLeave}>
          {words.choose}
        </Link>
      </div>
    </>
  );
}

function Rows({ rows, onLeave }: { rows: readonly Notice[]; onLeave: () => void }) {
  const words = useTexts().notices;
  const { runAsync } = useReadNotice();
  const open = ({ id, isRead }: Notice) => {
    // If this fails it stays unread: the page that it leads to is what counts.
    if (!isRead) runAsync(id).catch(() => undefined);
    onLeave();
  };
  if (rows.length === 0) return <EmptyState icon="bell" title={words.empty} text={words.emptyText} />;
  return (
    <ul className="notice-rows">
      {rows.map((notice) => (
        <Row key={notice.id} notice={notice} onOpen={() => open(notice)} />
      ))}
    </ul>
  );
}

function Row({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const words = useTexts().notices;
  const { kind, guideName, subjectId, path, createdAt, isRead } = notice;
  return (
    <li className={isRead ? 'notice' : 'notice unread-notice'}>
      <span className="notice-mark" aria-hidden="true" />
      <Link to={path} className="notice-link" onClick={onOpen}>
        {!isRead && <span className="hidden">{words.isUnread} </span>}
        {words.titles[kind](guideName ?? subjectId)}
      </Link>
      <span className="notice-came soft">
        <When at={createdAt} />
      </span>
      <Facts notice={notice} />
    </li>
  );
}

function Facts({ notice }: { notice: Notice }) {
  const { notices: words, frame } = useTexts();
  const { companies } = useMe();
  const { companyId, sandbox, clientReference, tripDate, answerBy, heldUntil, timeZone } = notice;
  const company = companies.length > 1 && companies.find(({ id }) => id === companyId)?.name;
  return (
    <div className="notice-facts soft">
      {answerBy && (
        <strong className="notice-answer">
          {words.answerBy} <When at={answerBy} zone={timeZone ?? undefined} isExact />
        </strong>
      )}
      {heldUntil && (
        <strong className="notice-answer">
          {words.heldUntil} <When at={heldUntil} zone={timeZone ?? undefined} isExact />
        </strong>
      )}
      {sandbox && <span className="badge amber">{frame.world.sandbox}</span>}
      {tripDate && <Day date={tripDate} weekday />}
      {clientReference && <span>{words.reference(clientReference)}</span>}
      {company && <span>{company}</span>}
    </div>
  );
}
