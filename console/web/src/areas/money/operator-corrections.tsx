/** What operators posted by hand, with posting ids. */

import type { Posting } from '../../../../server/operator-money/schemas.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { FilterBar, FilterText } from '../../parts/filters.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { OPERATOR_MONEY, useMoneyPages } from './data.ts';
import { OPERATOR_MONEY_PATH, useMayWrite } from './operator-data.ts';
import { PartList } from './posting-parts.tsx';
import './money.css';

export default function Corrections() {
  const all = useTexts().money;
  const words = all.backOffice.correction;
  const mayWrite = useMayWrite();
  const [{ merchantKey }] = useFilters();
  const pages = useMoneyPages(OPERATOR_MONEY, '/postings', { merchantKey });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      crumbs={[{ title: all.backOffice.title, to: OPERATOR_MONEY_PATH }]}
      actions={
        mayWrite && (
          <ButtonLink to={`${OPERATOR_MONEY_PATH}/corrections/new`} tone="main" icon="plus">
            {words.new}
          </ButtonLink>
        )
      }
    >
      <FilterBar names={['merchantKey']}>
        <FilterText name="merchantKey" label={words.merchantKey} />
      </FilterBar>
      <DataTable<Posting>
        label={words.title}
        columns={useColumns(mayWrite)}
        {...pages}
        keyOf={({ postingId }) => postingId}
        empty={<EmptyState icon="money" title={words.none} text={words.noneText} />}
      />
    </Page>
  );
}

function useColumns(mayWrite: boolean): Column<Posting>[] {
  const all = useTexts().money;
  const words = all.backOffice.correction;
  return [
    {
      id: 'posting',
      title: all.columns.posting,
      cell: ({ postingId, kind }) => (
        <span className="line-what">
          {all.kinds[kind]}
          <ShortId id={postingId} />
        </span>
      ),
    },
    { id: 'parts', title: all.columns.account, cell: (posting) => <PartList posting={posting} /> },
    {
      id: 'reason',
      title: all.columns.reason,
      wideOnly: true,
      cell: ({ reason, operator }) => (
        <span className="line-what">
          {reason}
          <span className="soft">{operator}</span>
        </span>
      ),
    },
    {
      id: 'at',
      title: all.columns.opened,
      wideOnly: true,
      cell: ({ occurredAt }) => <When at={occurredAt} hasHappened />,
    },
    {
      id: 'reverse',
      title: all.columns.action,
      cell: (posting) => <Reversal posting={posting} mayWrite={mayWrite} words={words} />,
    },
  ];
}

interface ReversalProps {
  readonly posting: Posting;
  readonly mayWrite: boolean;
  readonly words: { readonly reverse: string; readonly reversedBy: string; readonly reverses: string };
}

function Reversal({ posting, mayWrite, words }: ReversalProps) {
  const { postingId, reverses, reversedBy, canReverse } = posting;
  if (reverses !== null) return <Pointer words={words.reverses} id={reverses} />;
  if (reversedBy !== null) return <Pointer words={words.reversedBy} id={reversedBy} />;
  if (!canReverse || !mayWrite) return null;
  return (
    <ButtonLink small to={`${OPERATOR_MONEY_PATH}/corrections/new`} search={{ kind: 'reversal', postingId }}>
      {words.reverse}
    </ButtonLink>
  );
}

function Pointer({ words, id }: { words: string; id: string }) {
  return (
    <span className="line-what soft">
      {words}
      <ShortId id={id} />
    </span>
  );
}
