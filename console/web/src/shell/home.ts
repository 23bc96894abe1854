/** The first page after signing in. */
import type { World } from '../api/client.ts';
import type { Me } from './session.ts';

const LAST_KEY = 'guidepost.last';

/** The company and world that one was in last, else the first; operators go to the back office. */
export function homeOf(me: Me): string {
  const last = localStorage.getItem(LAST_KEY) ?? '';
  const [company, world] = last.split('/');
  const isMine = me.companies.some(({ id }) => id === company);
  if (isMine && world && /^(sandbox|live)(~|$)/.test(world)) return `/${company}/${world}`;
  if (me.operatorRole !== null) return '/desk';
  const first = me.companies[0];
  return first ? `/${first.id}/sandbox` : '/account/profile';
}

export function keepLast(company: string, world: World): void {
  localStorage.setItem(LAST_KEY, `${company}/${world}`);
}
