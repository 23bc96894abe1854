import { type Static, Type } from 'typebox';
import { HIDEABLE_COLUMNS, MAX_VIEW_NAME } from '../../../domain/saved-view.ts';
import { LINE_PATTERN } from '../../../domain/text.ts';
import { CardFilters } from '../trade/schemas.ts';

const CLOSED = { additionalProperties: false } as const;
const column = `(${HIDEABLE_COLUMNS.join('|')})`;
const ViewId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const given = {
  name: Type.String({ minLength: 1, maxLength: MAX_VIEW_NAME, pattern: LINE_PATTERN }),
  /** The list's own, what it refuses is no view; and which columns are hidden. */
  query: Type.Object(
    {
      ...CardFilters.properties,
      hidden: Type.Optional(Type.String({ pattern: `^${column}(,${column})*$`, maxLength: 60 })),
    },
    CLOSED,
  ),
};

export const ViewPath = Type.Object({ viewId: ViewId }, CLOSED);
export const NewView = Type.Object({ ...given, isShared: Type.Boolean() }, CLOSED);
export const ViewBody = Type.Object(given, CLOSED);
export const ViewSaved = Type.Object({ viewId: ViewId });
export const ViewDeleted = Type.Object({ deleted: Type.Boolean() });
export const ViewList = Type.Object({
  list: Type.Array(
    Type.Object({
      viewId: ViewId,
      name: Type.String(),
      isShared: Type.Boolean({ description: 'With the whole company' }),
      query: Type.Record(Type.String(), Type.String()),
    }),
  ),
});
export type ViewList = Static<typeof ViewList>;
