/** Which notices one has chosen: read, and as the form has it. */
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import type { Answer, RouteBody } from '../../api/routes.ts';
import { ownTimeZone } from '../../texts/format.ts';

const READ = 'GET /api/account/notice-choices';
const WRITE = 'PUT /api/account/notice-choices/{companyId}';

export type Choices = Answer<typeof READ>;
export type CompanyChoice = Choices['companies'][number];
export type Topic = CompanyChoice['defaultTopics'][number];
export type Hours = NonNullable<CompanyChoice['quiet']>;

export const TOPICS: readonly Topic[] = ['requests', 'orders', 'messages', 'money'];
export const CHOICES_KEY = ['notice-choices'] as const;

/** Not kept for another visit: a form begins with what is saved now, and a mail's link may have changed it. */
export function useNoticeChoices() {
  return useQuery<Choices, Refusal>({
    queryKey: CHOICES_KEY,
    queryFn: ({ signal }) => request(READ, { signal }),
    gcTime: 0,
  });
}

/** The form's fields. Hours and zone stay what they are while they don't count. */
export interface Draft {
  readonly topics: readonly Topic[];
  readonly mail: boolean;
  readonly push: boolean;
  readonly sandbox: boolean;
  readonly isQuiet: boolean;
  readonly hours: Hours;
  readonly isDaily: boolean;
  readonly dailyAt: number;
  readonly timeZone: string;
}

export function draftOf(choice: CompanyChoice): Draft {
  const { topics, defaultTopics, mail, push, sandbox, quiet, dailyAt, timeZone } = choice;
  return {
    topics: topics ?? defaultTopics,
    mail,
    push,
    sandbox,
    isQuiet: quiet !== null,
    hours: quiet ?? NIGHT,
    isDaily: dailyAt !== null,
    dailyAt: dailyAt ?? MORNING,
    timeZone: timeZone ?? ownTimeZone(),
  };
}

const NIGHT: Hours = { from: 22, until: 7 };
const MORNING = 8;

/** Whoever has what the role suggests keeps having it, also when the role changes. */
export function saveChoice({ companyId, defaultTopics }: CompanyChoice, draft: Draft) {
  const { mail, push, sandbox, isQuiet, hours, isDaily } = draft;
  const topics = TOPICS.filter((topic) => draft.topics.includes(topic));
  const isAsRole = TOPICS.every((topic) => topics.includes(topic) === defaultTopics.includes(topic));
  const quiet = isQuiet ? hours : null;
  const dailyAt = isDaily ? draft.dailyAt : null;
  const timeZone = isQuiet || isDaily ? draft.timeZone : null;
  const when = { timeZone, quiet, dailyAt };
  const body: RouteBody<typeof WRITE> = { topics: isAsRole ? null : topics, mail, push, sandbox, ...when };
  return request(WRITE, { params: { companyId }, body });
}
