/** What the console's server says of a team (console/server/routes/team.ts). */
import type { CompanyRole } from '../../../../../domain/console-roles.ts';

export interface Member {
  readonly personId: number;
  readonly name: string;
  readonly email: string;
  readonly role: CompanyRole;
  readonly joinedAt: string;
  readonly hasSecondFactor: boolean;
  readonly isYou: boolean;
}

export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: CompanyRole;
  readonly invitedBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface Team {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  readonly needsSecondFactor: boolean;
}

export const teamKey = (company: string) => [company, 'team'] as const;
