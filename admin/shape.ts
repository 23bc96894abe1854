import type { Page } from '../services/lists/page.ts';

/** What a field means; `none` is shown where it has no value, in place of a dash. */
type Field = string | { readonly says: string; readonly none: string };
type Fields = Readonly<Record<string, Field>>;

interface RecordShape<F extends Fields = Fields> {
  readonly kind: 'record';
  readonly fields: F;
}
interface ListShape<F extends Fields = Fields> {
  readonly kind: 'list';
  readonly fields: F;
}
interface SectionsShape<
  P extends Readonly<Record<string, RecordShape | ListShape>> = Readonly<
    Record<string, RecordShape | ListShape>
  >,
> {
  readonly kind: 'sections';
  readonly parts: P;
}

/** A stream, which the command writes itself as it reads: a JSON object a line. */
interface LinesShape<F extends Fields = Fields> {
  readonly kind: 'lines';
  readonly fields: F;
}

/** What a command answers, as text, as JSON and in its documentation. */
export type Shape = RecordShape | ListShape | SectionsShape | LinesShape;

export type Row<F extends Fields = Fields> = Readonly<Record<keyof F, unknown>>;

export type Answer<S extends Shape> = S extends { readonly kind: 'lines' }
  ? undefined
  : S extends SectionsShape<infer P>
    ? { readonly [Name in keyof P]: P[Name] extends Shape ? Answer<P[Name]> : never }
    : S extends ListShape<infer F>
      ? readonly Row<F>[] | Page<Row<F>>
      : S extends RecordShape<infer F>
        ? Row<F>
        : never;

/** One thing: `name: value`, one a line. */
export const record = <const F extends Fields>(fields: F): RecordShape<F> => ({ kind: 'record', fields });
/** More than fits in memory. */
export const lines = <const F extends Fields>(fields: F): LinesShape<F> => ({ kind: 'lines', fields });
/** Several: a table. */
export const list = <const F extends Fields>(fields: F): ListShape<F> => ({ kind: 'list', fields });
/** A screen of several parts. */
export const sections = <const P extends SectionsShape['parts']>(parts: P): SectionsShape<P> => ({
  kind: 'sections',
  parts,
});

export const saysOf = (field: Field): string => (typeof field === 'string' ? field : field.says);
export const noneOf = (field: Field | undefined): string => (typeof field === 'object' ? field.none : '-');
