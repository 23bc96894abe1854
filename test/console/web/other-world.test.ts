import { expect, test } from '@jest/globals';
import { pageInOtherWorld } from '../../../console/web/src/shell/other-world.ts';

const pages = [
  '/',
  '/orders',
  '/orders/$orderId',
  '/orders/$orderId/change',
  '/guides',
  '/guides/$guideId',
  '/guides/new',
  '/money',
  '/money/statements/$settlementId',
  '/company/profile',
  '/sandbox-tools',
];
const isFor = (path: string) => path !== '/sandbox-tools';

test.each([
  ['/', ''],
  ['/orders', '/orders'],
  ['/orders/ORD1', '/orders'],
  ['/orders/ORD1/change', '/orders'],
  ['/guides/new', '/guides/new'],
  ['/money/statements/ST1', '/money'],
  ['/company/profile', '/company/profile'],
  ['/company', ''],
  ['/sandbox-tools', ''],
  ['/no/such/page', ''],
])('from %s one comes to %s', (path, expected) => {
  expect(pageInOtherWorld(path, { pages, isFor })).toBe(expected);
});
