import type { Area } from '../../shell/area.ts';
import type { Who } from '../../shell/session.ts';

const hasMoney = ({ kind }: Who) => kind === 'agency' || kind === 'studio';
const mayRead = ({ may }: Who) => may('operator.money.read');

/** Money: of merchants what comes together, statements, objections; of operators the same from the other side. */
export const money: Area = {
  pages: [
    { at: 'merchant', path: '/money', load: () => import('./home.tsx') },
    { at: 'merchant', path: '/money/statements/$settlementId', load: () => import('./statement.tsx') },
    { at: 'merchant', path: '/money/disputes', load: () => import('./disputes.tsx') },
    { at: 'merchant', path: '/money/disputes/$disputeId', load: () => import('./dispute.tsx') },
    { at: 'desk', path: '/money', load: () => import('./desk-home.tsx') },
    { at: 'desk', path: '/money/run', load: () => import('./desk-run.tsx') },
    { at: 'desk', path: '/money/statements', load: () => import('./desk-statements.tsx') },
    { at: 'desk', path: '/money/statements/$settlementId', load: () => import('./desk-statement.tsx') },
    { at: 'desk', path: '/money/disputes', load: () => import('./desk-disputes.tsx') },
    { at: 'desk', path: '/money/disputes/$disputeId', load: () => import('./desk-dispute.tsx') },
    { at: 'desk', path: '/money/corrections', load: () => import('./desk-corrections.tsx') },
    { at: 'desk', path: '/money/corrections/new', load: () => import('./desk-correction.tsx') },
  ],
  rail: [
    {
      at: 'merchant',
      path: '/money',
      needs: 'money.read',
      icon: 'money',
      title: (texts) => texts.money.rail.money,
      order: 40,
      isFor: hasMoney,
    },
    {
      at: 'desk',
      path: '/money',
      icon: 'money',
      title: (texts) => texts.money.rail.desk,
      order: 40,
      isFor: mayRead,
    },
  ],
};
