/** What the console is made of. */
import type { Area } from '../shell/area.ts';
import { account } from './account/routes.tsx';
import { company } from './company/routes.tsx';
import { developers } from './developers/routes.tsx';
import { money } from './money/routes.tsx';
import { operators } from './operators/routes.tsx';
import { reports } from './reports/routes.tsx';
import { studio } from './studio/routes.tsx';
import { trade } from './trade/routes.tsx';

export const AREAS: readonly Area[] = [
  trade,
  studio,
  money,
  reports,
  developers,
  company,
  operators,
  account,
];
