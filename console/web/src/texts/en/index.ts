/** English: what the other languages have too. */
import { account } from './account.ts';
import { company } from './company.ts';
import { developers } from './developers.ts';
import { frame } from './frame.ts';
import { money } from './money.ts';
import { notices } from './notices.ts';
import { operators } from './operators.ts';
import { reports } from './reports.ts';
import { studio } from './studio.ts';
import { trade } from './trade.ts';

export const texts = {
  account,
  company,
  developers,
  frame,
  money,
  notices,
  operators,
  reports,
  studio,
  trade,
};
export type Texts = typeof texts;
