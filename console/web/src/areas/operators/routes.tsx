import type { Area, RailEntry } from '../../shell/area.ts';
import type { Who } from '../../shell/session.ts';

const group: RailEntry['group'] = (texts) => texts.operators.rail.group;

/** The back office: what needs operators, search, merchants, orders, deliveries, the audit log. */
export const operators: Area = {
  pages: [
    { at: 'desk', path: '/', load: () => import('./home.tsx') },
    { at: 'desk', path: '/search', load: () => import('./search.tsx') },
    { at: 'desk', path: '/merchants', load: () => import('./merchants.tsx') },
    { at: 'desk', path: '/merchants/$merchantKey', load: () => import('./merchant.tsx') },
    { at: 'desk', path: '/merchants/$merchantKey/deliveries', load: () => import('./why.tsx') },
    { at: 'desk', path: '/orders/$orderId', load: () => import('./order.tsx') },
    { at: 'desk', path: '/deliveries', load: () => import('./stuck.tsx') },
    { at: 'desk', path: '/deliveries/$endpointId', load: () => import('./waiting.tsx') },
    { at: 'desk', path: '/proposals', load: () => import('./proposals.tsx') },
    { at: 'desk', path: '/audit', load: () => import('./audit.tsx') },
  ],
  rail: [
    { at: 'desk', path: '/', icon: 'desk', title: (texts) => texts.operators.rail.desk, order: 0 },
    { at: 'desk', path: '/search', icon: 'search', title: (texts) => texts.operators.rail.search, order: 1 },
    {
      at: 'desk',
      path: '/proposals',
      icon: 'check',
      title: (texts) => texts.operators.rail.proposals,
      order: 2,
    },
    {
      at: 'desk',
      path: '/merchants',
      icon: 'company',
      title: (texts) => texts.operators.rail.merchants,
      order: 20,
      group,
    },
    {
      at: 'desk',
      path: '/deliveries',
      icon: 'deliveries',
      title: (texts) => texts.operators.rail.deliveries,
      order: 21,
      group,
    },
    {
      at: 'desk',
      path: '/audit',
      icon: 'audit',
      title: (texts) => texts.operators.rail.audit,
      order: 22,
      group,
      isFor: ({ may }: Who) => may('operator.audit.read'),
    },
  ],
};
