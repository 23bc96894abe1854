import { expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../domain/console-roles.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../domain/notices.ts';
import { messageOf } from '../../lib/mail/message.ts';
import { type NoticeToMail, noticeMail } from '../../lib/mail/notice-words.ts';
import { htmlOf, textOf } from '../../lib/mail/sections.ts';

const CONSOLE = 'https://console.guidepost.example';
const ORDER: NonNullable<NoticeToMail['order']> = {
  clientReference: 'B-2207',
  tripDate: '2027-05-12',
  tripDays: 2,
  startTime: null,
  guestCount: 4,
  totalAmount: 36_000,
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  meetingPoint: 'Praça do Comércio 1',
  startAt: '2027-05-11T23:00:00.000Z',
  endAt: '2027-05-13T23:00:00.000Z',
  sequence: 3,
  status: 'pending',
  confirmBy: '2027-05-01T09:30:00.000Z',
  changeAnswerBy: '2027-05-01T09:30:00.000Z',
};
const SUBJECTS: Partial<Record<NoticeKind, string>> = { guide_available: 'G900' };
const notice = (kind: NoticeKind, more: object = {}) => {
  const isMoney = NOTICE_KINDS[kind] === 'money';
  const about = isMoney
    ? { subjectId: 'STL1000000001', guideName: null, order: null }
    : {
        subjectId: SUBJECTS[kind] ?? 'ORD1000000001',
        guideName: 'Rui Costa',
        order: kind === 'guide_available' ? null : ORDER,
      };
  return { id: 17, kind, companyId: 'CO1', sandbox: false, hold: null, ...about, ...more };
};
/** A hold of a waitlist's turn. */
const turn = notice('guide_available', {
  subjectId: 'HLD1000000001',
  hold: {
    ...{ guideId: 'G900', status: 'held', expiresAt: '2027-05-01T09:30:00.000Z', tripDate: '2027-05-12' },
    ...{ tripDays: 1, startTime: '09:00', guestCount: 4, totalAmount: 36_000, currency: 'EUR' },
    timeZone: 'Europe/Lisbon',
  },
});
const mail = (
  notices: ReturnType<typeof notice>[],
  language: Language = 'en',
  timeZone: string | null = null,
) => {
  const written = noticeMail({ language, companyName: 'Douro Guides', timeZone }, notices, {
    consoleBaseUrl: CONSOLE,
    answer: (id) => `${CONSOLE}/answer#${id}`,
    unsubscribe: `${CONSOLE}/unsubscribe#17.CO1.${'x'.repeat(43)}`,
  });
  return { subject: written.subject, text: textOf(written), html: htmlOf(written) };
};
const KINDS = Object.keys(NOTICE_KINDS) as NoticeKind[];
const ALL = KINDS.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const));

test.each(ALL)('%s in %s says one thing in short lines, and leads to its page', (kind, language) => {
  const { subject, text } = mail([notice(kind)], language);
  expect(subject.length).toBeLessThanOrEqual(76);
  expect(text.startsWith(`${subject}\n`)).toBe(true);
  const lines = text.split('\n');
  const links = lines.filter((line) => line.includes('https:'));
  expect(links.every((line) => /^https:\S+$/.test(line))).toBe(true);
  const others = lines.filter((line) => !line.startsWith('https:'));
  expect(Math.max(...others.map(({ length }) => length))).toBeLessThanOrEqual(78);
  expect(text).not.toMatch(/undefined|null|NaN/);
});

test('a request says what it is about, and until when to answer by both clocks', () => {
  expect(mail([notice('request_new')], 'en', 'Asia/Tokyo').text).toContain(
    [
      'New request for Rui Costa',
      'Wednesday, 12 May 2027, 2 days, 4 guests',
      'EUR 360.00',
      'Praça do Comércio 1',
      'Reference: B-2207',
      'Answer by 1 May 2027, 10:30 (Europe/Lisbon)',
      '1 May 2027, 18:30 (Asia/Tokyo)',
      'Confirm or decline:',
      `${CONSOLE}/answer#17`,
      'Open in the console:',
      `${CONSOLE}/CO1/live/orders/ORD1000000001`,
    ].join('\n'),
  );
});

test('a turn of a waitlist says until when its trip is held, and leads to the booking', () => {
  expect(mail([turn], 'en', 'Asia/Tokyo').text).toContain(
    [
      'Rui Costa is free at the time you wait for',
      'Wednesday, 12 May 2027, 09:00, 4 guests',
      'EUR 360.00',
      'Held for you until 1 May 2027, 10:30 (Europe/Lisbon)',
      '1 May 2027, 18:30 (Asia/Tokyo)',
      'Open in the console:',
      `${CONSOLE}/CO1/live/find/G900/book?hold=HLD1000000001`,
    ].join('\n'),
  );
  expect(mail([turn], 'es').text).toContain('Retenido para usted hasta el 1 may 2027, 10:30 (Europe/Lisbon)');
  expect(mail([turn], 'ja').text).toContain('2027/05/01 10:30 (Europe/Lisbon)まで押さえてあります');
});

test('what others typed becomes no link and no second line', () => {
  const evil = notice('request_new', {
    guideName: 'https://evil.example/\r\nBcc: all@evil.example',
    order: {
      ...ORDER,
      clientReference: 'evil.example/pay',
      meetingPoint: '<img src="https://evil.example/x">',
    },
  });
  const { subject, text, html } = mail([evil]);
  expect(subject).not.toMatch(/[\r\n]|https?:|evil\.example/);
  for (const said of [text, html]) expect(said).not.toMatch(/https:\/\/evil|evil\.example|Bcc:/);
  expect(html).not.toContain('<img');
});

test.each(ALL)('%s in %s says the same as a page, which asks nothing of anybody', async (kind, language) => {
  const { text, html } = mail([notice(kind)], language);
  const words = (said: string) =>
    said.replaceAll(/<style>.*?<\/style>|<title>.*?<\/title>|<[^>]*>/gs, ' ').split(/\s+/);
  const ofPage = words(html).filter(Boolean);
  const ofText = text.split('\n').filter((line) => !/^https:|^--$/.test(line));
  expect(ofPage).toEqual(ofText.flatMap((line) => line.replace(/:$/, '').split(/\s+/)).filter(Boolean));
  const links = text.split('\n').filter((line) => line.startsWith('https:'));
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual(links);
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).not.toMatch(/<script|<img|url\(|@import|src=/);
});

test('of several the subject says the first, and how many more', () => {
  const both = [notice('order_cancelled'), notice('statement_paid')];
  expect(mail(both).subject).toBe('Cancelled: Rui Costa, and 1 more');
  expect(mail([notice('order_cancelled', { sandbox: true }), notice('statement_paid')]).text).toContain(
    'Cancelled: Rui Costa [Sandbox]',
  );
});

test('mail programs learn how to end them (RFC 8058), for those that can be ended', () => {
  const one = { to: 'a@b.example', subject: 's', text: 't', number: 1, createdAt: new Date(0) };
  const url = `${CONSOLE}/api/notices/unsubscribe/token`;
  expect(messageOf('no-reply@guidepost.example', { ...one, unsubscribeUrl: url }).headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(messageOf('no-reply@guidepost.example', { ...one, unsubscribeUrl: null }).headers).toEqual({
    'Auto-Submitted': 'auto-generated',
  });
});
