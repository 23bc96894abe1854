import { Type } from 'typebox';
import { Line, oneOf } from '../../../contract/schemas/common.ts';
import { LANGUAGES, OPERATOR_ROLES } from '../../../domain/console-roles.ts';
import { Email } from './account.ts';

const closed = { additionalProperties: false } as const;

/** For a new operator; for an existing one only the role counts. */
export const NewOperatorBody = Type.Object(
  { email: Email, name: Line(100), language: oneOf(LANGUAGES), role: oneOf(OPERATOR_ROLES) },
  closed,
);
/** Null: it is done. */
export const OperatorAdded = Type.Object({ proposalId: Type.Union([Type.String(), Type.Null()]) });
export const OperatorBody = Type.Object({ email: Email }, closed);
export const OperatorsAnswer = Type.Object({
  operators: Type.Array(
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      name: Type.String(),
      role: oneOf(OPERATOR_ROLES),
      hasPassword: Type.Boolean(),
      hasSecondFactor: Type.Boolean(),
    }),
  ),
});
