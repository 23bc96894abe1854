import type { Area } from '../../shell/area.ts';
import type { Who } from '../../shell/session.ts';

const isAgency = ({ kind }: Who) => kind === 'agency';
const isStudio = ({ kind }: Who) => kind === 'studio';
const trades = (who: Who) => isAgency(who) || isStudio(who);

/** Home, orders, the studio's inbox, and the agency's way from a search to a booking. */
export const trade: Area = {
  pages: [
    { at: 'merchant', path: '/', load: () => import('./home.tsx') },
    { at: 'merchant', path: '/orders', load: () => import('./orders.tsx') },
    { at: 'merchant', path: '/orders/$orderId', load: () => import('./order.tsx') },
    { at: 'merchant', path: '/orders/$orderId/change', load: () => import('./change.tsx') },
    { at: 'merchant', path: '/inbox', load: () => import('./inbox.tsx') },
    { at: 'merchant', path: '/find', load: () => import('./find.tsx') },
    { at: 'open', path: '/shared', load: () => import('./shared.tsx') },
    { at: 'merchant', path: '/find/compare', load: () => import('./compare.tsx') },
    { at: 'merchant', path: '/find/$guideId', load: () => import('./guide.tsx') },
    { at: 'merchant', path: '/find/$guideId/book', load: () => import('./book.tsx') },
  ],
  rail: [
    {
      at: 'merchant',
      path: '/',
      icon: 'home',
      title: (texts) => texts.frame.home,
      order: 0,
      needs: 'orders.read',
    },
    {
      at: 'merchant',
      path: '/inbox',
      needs: 'orders.read',
      icon: 'inbox',
      title: (texts) => texts.trade.rail.inbox,
      order: 10,
      isFor: isStudio,
    },
    {
      at: 'merchant',
      path: '/orders',
      needs: 'orders.read',
      icon: 'orders',
      title: (texts) => texts.trade.rail.orders,
      order: 11,
      isFor: trades,
    },
    {
      at: 'merchant',
      path: '/find',
      needs: 'guides.read',
      icon: 'search',
      title: (texts) => texts.trade.rail.find,
      order: 12,
      isFor: isAgency,
    },
  ],
};
