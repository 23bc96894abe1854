import { expect, test } from '@jest/globals';
import { LANGUAGES } from '../../domain/console-roles.ts';
import type { AccountMailFacts, AccountMailKind } from '../../lib/mail/account-facts.ts';
import { accountMail } from '../../lib/mail/account-words.ts';

const LINK = `https://console.guidepost.example/confirm-email#${'x'.repeat(43)}`;
const FACTS: AccountMailFacts = {
  confirm: { link: LINK },
  known: { signIn: 'https://console.guidepost.example/sign-in', reset: LINK },
  reset: { link: LINK },
  unknown: { register: 'https://console.guidepost.example/register' },
  passwordChanged: { reset: LINK },
  newEmail: { link: LINK },
  emailChanged: {},
  newDevice: {
    at: new Date('2026-11-24T10:30:12Z'),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    address: '2001:db8:1234:5678:9abc:def0:1234:5678',
    reset: LINK,
    security: 'https://console.guidepost.example/account/security',
  },
  guessed: { guessed: 'factor', link: LINK, reset: 'https://console.guidepost.example/forgot-password' },
  factorsChanged: { what: 'totp_added', security: 'https://console.guidepost.example/account/security' },
  invitation: { link: LINK, company: 'Douro Trips S.A.', invitedBy: 'Inês Sá' },
  operator: { link: LINK },
};
const KINDS = Object.keys(FACTS) as AccountMailKind[];
const ALL = KINDS.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const));

test.each(ALL)(
  '%s in %s is plain text, its lines short and its links on lines of their own',
  (kind, language) => {
    const { subject, text } = accountMail(language, kind, FACTS[kind] as never);
    expect(subject.length).toBeLessThanOrEqual(76);
    const lines = text.split('\n');
    const links = lines.filter((line) => line.includes('https:'));
    expect(links.every((line) => /^https:\S+$/.test(line))).toBe(true);
    expect(
      Math.max(...lines.filter((line) => !line.startsWith('https:')).map(({ length }) => length)),
    ).toBeLessThanOrEqual(78);
  },
);

test.each(KINDS)('%s is another text in another language', (kind) => {
  const mails = LANGUAGES.map((language) => accountMail(language, kind, FACTS[kind] as never));
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(LANGUAGES.length);
  expect(new Set(mails.map(({ text }) => text)).size).toBe(LANGUAGES.length);
});

test('what others typed breaks no line and becomes no link', () => {
  const typed = {
    company: 'Win at http://evil.example/now',
    invitedBy: 'me@evil.example\nBcc: all@evil.example',
  };
  const { text } = accountMail('en', 'invitation', { link: LINK, ...typed });
  expect(text.replace(LINK, '')).not.toMatch(/https?:|evil\.example|@|\nBcc/);
});
