/** Tables: rows are links, the sorting is in the address, further rows come by cursor. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Refusal } from '../api/errors.ts';
import { useFilters } from '../shell/address.ts';
import { useLocaleTag, useTexts } from '../shell/preferences.tsx';
import { collator } from '../texts/format.ts';
import { Button } from './button.tsx';
import { useListKeys } from './list-keys.ts';
import { SelectBox, type Selection } from './selection.tsx';
import { ErrorState } from './states.tsx';
import './table.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers and money are aligned to the right. */
  readonly isNumber?: boolean;
  /** Left out on a phone. */
  readonly wideOnly?: boolean;
  /** For lists that are there as a whole: what rows are ordered by. Lists by cursor have the server's order. */
  readonly sortBy?: (row: Row) => string | number;
}

interface TableProps<Row> {
  /** What the table shows. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are on their way. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** The link of a row. */
  readonly to?: (row: Row) => string;
  /** What is shown when there are none: an EmptyState. */
  readonly empty: ReactNode;
  readonly error?: Refusal | null;
  readonly refetch?: () => unknown;
  readonly more?: { readonly has: boolean; readonly isLoading: boolean; readonly load: () => void };
  readonly selecting?: Selecting<Row> | undefined;
  readonly peeking?: Peeking<Row> | undefined;
}

/** A row can be looked at without leaving the list: by p, or by a button at its end. */
interface Peeking<Row> {
  readonly onPeek: (id: string) => void;
  readonly label: (row: Row) => string;
}

/** Rows can be chosen: x chooses the one that has the focus, X all from the one before. */
interface Selecting<Row> {
  readonly selection: Selection;
  readonly label: (row: Row) => string;
}

export function DataTable<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, to, empty, error, refetch, more, selecting, peeking } = props;
  const words = useTexts().frame.table;
  const toggle = selecting?.selection.toggle;
  const body = useListKeys<HTMLTableSectionElement>({
    ...(toggle && { x: (id) => toggle(id), X: (id) => toggle(id, true) }),
    ...(peeking && { p: peeking.onPeek }),
  });
  const [sorted, sorting] = useSorting(rows, columns);
  if (error && !rows) return <ErrorState refusal={error} onRetry={refetch} />;
  if (rows?.length === 0) return <div className="table-frame">{empty}</div>;
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="hidden">{label}</caption>
        <thead>
          <tr>
            {selecting && (
              <th scope="col" className="select-cell">
                <span className="hidden">{words.select}</span>
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sorting={sorting} />
            ))}
            {peeking && (
              <th scope="col" className="peek-cell wide-only">
                <span className="hidden">{words.peek}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} aria-busy={rows === undefined}>
          {sorted === undefined
            ? SKELETON_ROWS.map((row) => (
                <SkeletonRow key={row} columns={columns} hasBox={selecting !== undefined} />
              ))
            : sorted.map((row) => (
                <BodyRow
                  key={keyOf(row)}
                  id={keyOf(row)}
                  to={to?.(row)}
                  {...{ row, columns, selecting, peeking }}
                />
              ))}
        </tbody>
      </table>
      {more?.has && <MoreRows isLoading={more.isLoading} load={more.load} />}
    </div>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

function classOf<Row>(column: Column<Row>): string {
  return `${column.isNumber ? 'number' : ''} ${column.wideOnly ? 'wide-only' : ''}`;
}

function SkeletonRow<Row>({ columns, hasBox }: { columns: readonly Column<Row>[]; hasBox: boolean }) {
  return (
    <tr className="skeleton-row">
      {hasBox && <td className="select-cell" />}
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)}>
          <span className="skeleton-line" aria-hidden="true" />
        </td>
      ))}
    </tr>
  );
}

interface RowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly to: string | undefined;
  readonly selecting: Selecting<Row> | undefined;
  readonly peeking: Peeking<Row> | undefined;
}

/** The link is in the first cell and covers the row. */
function BodyRow<Row>({ id, row, columns, to, selecting, peeking }: RowProps<Row>) {
  return (
    <tr {...(to !== undefined && { className: 'leads', 'data-id': id })}>
      {selecting && (
        <td className="select-cell">
          <SelectBox id={id} label={selecting.label(row)} selection={selecting.selection} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.id} className={classOf(column)}>
          {index === 0 && to !== undefined ? (
            <Link to={to} className="row-link">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {peeking && (
        <td className="peek-cell wide-only">
          <Button
            tone="quiet"
            small
            icon="peek"
            label={peeking.label(row)}
            onPress={() => peeking.onPeek(id)}
          />
        </td>
      )}
    </tr>
  );
}

function MoreRows({ isLoading, load }: { isLoading: boolean; load: () => void }) {
  const words = useTexts().frame.table;
  return (
    <div className="table-more">
      <Button isPending={isLoading} onPress={load}>
        {isLoading ? words.loadingMore : words.more}
      </Button>
    </div>
  );
}

interface Sorting {
  readonly column: string | undefined;
  readonly isDescending: boolean;
  readonly toggle: (column: string) => void;
}

/** `?sort=price` or `?sort=-price`. */
function useSorting<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
): [readonly Row[] | undefined, Sorting] {
  const locale = useLocaleTag();
  const [filters, change] = useFilters();
  const sort = filters.sort;
  const isDescending = sort?.startsWith('-') ?? false;
  const id = isDescending ? sort?.slice(1) : sort;
  const by = columns.find((column) => column.id === id)?.sortBy;
  const toggle = (column: string) => change({ sort: id === column && !isDescending ? `-${column}` : column });
  const sorting = { column: by ? id : undefined, isDescending, toggle };
  if (!rows || !by) return [rows, sorting];
  const direction = isDescending ? -1 : 1;
  const sorted = rows.toSorted((one, other) => direction * compare(by(one), by(other), locale));
  return [sorted, sorting];
}

function compare(one: string | number, other: string | number, locale: string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator(locale).compare(String(one), String(other));
}

function HeadCell<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting }) {
  const words = useTexts().frame.table;
  if (!column.sortBy)
    return (
      <th scope="col" className={classOf(column)}>
        {column.title}
      </th>
    );
  const isSorted = sorting.column === column.id;
  const direction = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={classOf(column)} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className={isSorted ? `sort ${direction}` : 'sort'}
        title={words.sortBy(column.title)}
        onClick={() => sorting.toggle(column.id)}
      >
        {column.title}
      </button>
    </th>
  );
}
