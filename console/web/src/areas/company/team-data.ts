/** What the console's server says of a team (console/server/routes/team.ts). */
import type { TeamAnswer } from '../../../../server/schemas/team.ts';

export type Team = TeamAnswer;
export type Member = Team['members'][number];
export type Invitation = Team['invitations'][number];

export const teamKey = (company: string) => [company, 'team'] as const;
