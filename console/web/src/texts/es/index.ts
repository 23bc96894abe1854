/** Spanish. */
import type { Texts } from '../en/index.ts';
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

export const texts: Texts = {
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
