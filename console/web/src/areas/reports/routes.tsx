import type { Area } from '../../shell/area.ts';
import type { Who } from '../../shell/session.ts';

const trades = ({ kind }: Who) => kind === 'agency' || kind === 'studio';

/** A merchant's own orders in figures. */
export const reports: Area = {
  pages: [{ at: 'merchant', path: '/reports', load: () => import('./reports.tsx') }],
  rail: [
    {
      at: 'merchant',
      path: '/reports',
      needs: 'orders.read',
      icon: 'chart',
      title: (texts) => texts.reports.title,
      order: 41,
      isFor: trades,
    },
  ],
};
