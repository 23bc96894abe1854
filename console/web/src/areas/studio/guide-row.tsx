/** A guide's row among all guides: who it is, and what their days are. */
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { cityOf } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { ownTimeZone } from '../../texts/format.ts';
import { DayCells } from './cell.tsx';
import type { Choice } from './grid.ts';
import type { StudioCalendar } from './own.ts';
import { HoursCell, WeekCells } from './timed-cell.tsx';
import type { View } from './views.ts';

interface RowProps {
  readonly calendar: StudioCalendar;
  /** Among all, also those that are not drawn. */
  readonly index: number;
  readonly view: View;
  readonly days: readonly string[];
  readonly choice: Choice | undefined;
  /** The merchant's time (ms), where a day by its hours is today's. */
  readonly now: number | undefined;
}

/** The head is the first row. */
const rowIndexOf = (index: number) => index + 2;

/** Drawn again only where it changes: while somebody scrolls, rows come and the others stay as they are. */
export const GuideRow = memo(function GuideRow({ index, ...row }: RowProps) {
  return (
    <tr aria-rowindex={rowIndexOf(index)}>
      <GuideHead calendar={row.calendar} hasTimes={row.view !== 'month'} />
      <Cells {...row} />
    </tr>
  );
});

function Cells({ calendar, view, days, choice, now }: Omit<RowProps, 'index'>) {
  if (view === 'month') return <DayCells {...{ calendar, days, choice }} isWide={false} />;
  if (view === 'week') return <WeekCells {...{ calendar, days, choice }} />;
  return <HoursCell {...{ calendar, choice, now }} day={days[0]!} />;
}

/** Times are those of the guide's clock, which is named where it is not the reader's. */
function GuideHead({ calendar, hasTimes }: { calendar: StudioCalendar; hasTimes: boolean }) {
  const address = useAddress();
  const { guideId, name, timeZone } = calendar;
  const isElsewhere = timeZone !== ownTimeZone();
  return (
    <th scope="row">
      <Link to={address(`/guides/${guideId}/calendar`)} title={name}>
        {name}
      </Link>
      {hasTimes && isElsewhere && <span className="guide-zone soft">{cityOf(timeZone)}</span>}
    </th>
  );
}

/** Of a guide whose days are on their way. */
export function WaitingRow({ index, columns }: { index: number; columns: number }) {
  return (
    <tr aria-rowindex={rowIndexOf(index)}>
      <td colSpan={columns + 1} className="waiting">
        <span className="skeleton-line" aria-hidden="true" />
      </td>
    </tr>
  );
}
