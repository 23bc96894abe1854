import { expect, test } from '@jest/globals';
import { normalizePhone } from '../../domain/phone.ts';

test.each([
  ['+351 912 345 678', 'PT', '+351912345678'],
  ['912345678', 'PT', '+351912345678'],
  ['(212) 555-0123', 'US', '+12125550123'],
  ['+81 90-1234-5678', 'PT', '+819012345678'],
])('%s from %s is %s', (text, country, e164) => {
  expect(normalizePhone(text, country)).toBe(e164);
});

test.each(['12', 'not a number', '+999123456789', '+3519123456789012345'])(
  '%s is no phone number',
  (text) => {
    expect(normalizePhone(text, 'PT')).toBeUndefined();
  },
);
