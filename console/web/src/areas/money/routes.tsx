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
    { at: 'backOffice', path: '/money', load: () => import('./operator-home.tsx') },
    { at: 'backOffice', path: '/money/run', load: () => import('./operator-run.tsx') },
    { at: 'backOffice', path: '/money/statements', load: () => import('./operator-statements.tsx') },
    {
      at: 'backOffice',
      path: '/money/statements/$settlementId',
      load: () => import('./operator-statement.tsx'),
    },
    { at: 'backOffice', path: '/money/disputes', load: () => import('./operator-disputes.tsx') },
    { at: 'backOffice', path: '/money/disputes/$disputeId', load: () => import('./operator-dispute.tsx') },
    { at: 'backOffice', path: '/money/corrections', load: () => import('./operator-corrections.tsx') },
    { at: 'backOffice', path: '/money/corrections/new', load: () => import('./operator-correction.tsx') },
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
      at: 'backOffice',
      path: '/money',
      icon: 'money',
      title: (texts) => texts.money.rail.backOffice,
      order: 40,
      isFor: mayRead,
    },
  ],
};
