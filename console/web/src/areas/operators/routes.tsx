import type { Area, RailEntry } from '../../shell/area.ts';
import type { Who } from '../../shell/session.ts';

const group: RailEntry['group'] = (texts) => texts.operators.rail.group;

/** The back office: what needs operators, search, merchants, orders, deliveries, the audit log. */
export const operators: Area = {
  pages: [
    { at: 'backOffice', path: '/', load: () => import('./home.tsx') },
    { at: 'backOffice', path: '/status', load: () => import('./status.tsx') },
    { at: 'backOffice', path: '/search', load: () => import('./search.tsx') },
    { at: 'backOffice', path: '/merchants', load: () => import('./merchants.tsx') },
    { at: 'backOffice', path: '/merchants/$merchantKey', load: () => import('./merchant.tsx') },
    { at: 'backOffice', path: '/merchants/$merchantKey/deliveries', load: () => import('./why.tsx') },
    { at: 'backOffice', path: '/orders/$orderId', load: () => import('./order.tsx') },
    { at: 'backOffice', path: '/deliveries', load: () => import('./stuck.tsx') },
    { at: 'backOffice', path: '/deliveries/$endpointId', load: () => import('./waiting.tsx') },
    { at: 'backOffice', path: '/proposals', load: () => import('./proposals.tsx') },
    { at: 'backOffice', path: '/personal', load: () => import('./personal.tsx') },
    { at: 'backOffice', path: '/audit', load: () => import('./audit.tsx') },
  ],
  rail: [
    {
      at: 'backOffice',
      path: '/',
      icon: 'desk',
      title: (texts) => texts.operators.rail.backOffice,
      order: 0,
    },
    {
      at: 'backOffice',
      path: '/search',
      icon: 'search',
      title: (texts) => texts.operators.rail.search,
      order: 1,
    },
    {
      at: 'backOffice',
      path: '/proposals',
      icon: 'check',
      title: (texts) => texts.operators.rail.proposals,
      order: 2,
    },
    {
      at: 'backOffice',
      path: '/merchants',
      icon: 'company',
      title: (texts) => texts.operators.rail.merchants,
      order: 20,
      group,
    },
    {
      at: 'backOffice',
      path: '/deliveries',
      icon: 'deliveries',
      title: (texts) => texts.operators.rail.deliveries,
      order: 21,
      group,
    },
    {
      at: 'backOffice',
      path: '/personal',
      icon: 'guides',
      title: (texts) => texts.operators.rail.personal,
      order: 24,
      group,
      isFor: ({ may }: Who) => may('operator.personal.write'),
    },
    {
      at: 'backOffice',
      path: '/status',
      icon: 'info',
      title: (texts) => texts.operators.rail.status,
      order: 23,
      group,
    },
    {
      at: 'backOffice',
      path: '/audit',
      icon: 'audit',
      title: (texts) => texts.operators.rail.audit,
      order: 22,
      group,
      isFor: ({ may }: Who) => may('operator.audit.read'),
    },
  ],
};
