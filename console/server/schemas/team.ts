import { type Static, Type } from 'typebox';
import { Email, Role } from './account.ts';

const Id = Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 });
const company = { company: Type.String({ maxLength: 20 }) };
const Moment = Type.String({ maxLength: 30 });

export const TeamParams = Type.Object(company);
export const InvitationParams = Type.Object({ ...company, invitationId: Id });
export const MemberParams = Type.Object({ ...company, personId: Id });

export const InviteBody = Type.Object({ email: Email, role: Role }, { additionalProperties: false });
export const RoleBody = Type.Object({ role: Role }, { additionalProperties: false });
export const RulesBody = Type.Object({ needsSecondFactor: Type.Boolean() }, { additionalProperties: false });

export const InvitedAnswer = Type.Object({ id: Id });
export const TeamAnswer = Type.Object({
  members: Type.Array(
    Type.Object({
      personId: Id,
      name: Type.String(),
      email: Type.String(),
      role: Role,
      joinedAt: Moment,
      hasSecondFactor: Type.Boolean(),
      isYou: Type.Boolean(),
    }),
  ),
  invitations: Type.Array(
    Type.Object({
      id: Id,
      email: Type.String(),
      role: Role,
      invitedBy: Type.String(),
      createdAt: Moment,
      expiresAt: Moment,
    }),
  ),
  needsSecondFactor: Type.Boolean(),
});

/** For the pages. */
export type TeamAnswer = Static<typeof TeamAnswer>;
