import { describe, expect, test } from '@jest/globals';
import { ATTEMPT_ERRORS } from '../../domain/notification.ts';
import { endpointMail, verificationMail } from '../../lib/mail/words.ts';

const FACTS = {
  type: 'callback.failing',
  merchantKey: 'mk_agency',
  endpointId: 'EP1001',
  url: 'https://hooks.agency.example:8443/t0ps3cret?key=h1dden',
  since: new Date('2026-11-22T04:15:30Z'),
  lastError: 'http_status',
  httpStatus: 503,
} as const;

test('a mail says which endpoint, since when, why, and what to do; of the address only the host', () => {
  const { subject, text } = endpointMail(FACTS);
  expect(subject).toBe('Your callback endpoint EP1001 is failing');
  for (const part of ['hooks.agency.example:8443', '2026-11-22 04:15 UTC', 'http_status', '503', 'mk_agency'])
    expect(text).toContain(part);
  expect(text).toContain('/open/v1/callback/endpoint/test/EP1001');
  expect(text).not.toMatch(/t0ps3cret|h1dden|\{id\}/);
});

describe('each mail is plain text whose lines no server has to fold', () => {
  const endpoints = (['callback.failing', 'callback.paused', 'callback.recovered'] as const).flatMap((type) =>
    [null, ...ATTEMPT_ERRORS].map((lastError) => endpointMail({ ...FACTS, type, lastError })),
  );
  const decisions = [
    verificationMail('mk_agency', 'approved', null),
    verificationMail('mk_agency', 'refused', 'the register has no such company'),
  ];
  test.each([...endpoints, ...decisions].map(({ subject, text }) => [subject, text]))(
    '%s',
    (subject, text) => {
      expect(`${subject}\n${text}`).toMatch(/^[\x20-\x7e\n]+$/);
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(76);
      expect(text).toContain('What to do:');
    },
  );
});

test('without a cause that is known, none is told', () => {
  expect(endpointMail({ ...FACTS, lastError: null }).text).not.toContain('The last attempt');
});

test('a refusal gives the reason of the operator', () => {
  const { text } = verificationMail('mk_agency', 'refused', 'the register has no such company');
  expect(text).toContain('Reason: the register has no such company');
});
