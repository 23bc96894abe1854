import { describe, expect, test } from '@jest/globals';
import { NoMail, readInbound } from '../../lib/mail/inbound.ts';

const OURS = ['answer+', 'no-reply@guidepost.example'];
const mail = (body: string, headers: Record<string, string> = {}) =>
  Buffer.from(
    [
      ...Object.entries({
        From: 'Filipa Reis <Filipa@Douro.example>',
        To: 'answer+1a-00@reply.guidepost.example',
        'Message-ID': '<a1@douro.example>',
        'Content-Type': 'text/plain; charset=utf-8',
        ...headers,
      }).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
const read = (body: string, headers?: Record<string, string>) => readInbound(mail(body, headers), OURS);
const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

describe('of an answer', () => {
  test.each<[string, string, string, Record<string, string>]>([
    [
      'Gmail',
      'Nine is fine.\n\nSee you then\n\nOn Thu, 26 Nov 2026 at 09:00, Guidepost <\nno-reply@guidepost.example> wrote:\n\n> New request for Rui Costa\n> Answer by noon\n',
      'Nine is fine.\n\nSee you then',
      {},
    ],
    [
      'Gmail in Spanish',
      'A las nueve está bien.\n\nEl jue, 26 nov 2026 a las 9:00, Guidepost (<no-reply@guidepost.example>)\nescribió:\n\n> Nueva solicitud\n',
      'A las nueve está bien.',
      {},
    ],
    [
      'a program in Japanese, whose words for it nobody knows here',
      '九時で大丈夫です。\n\n2026年11月26日(木) 9:00 Guidepost <no-reply@guidepost.example>:\n\n> New request\n',
      '九時で大丈夫です。',
      {},
    ],
    [
      'Outlook, without a mark before each line',
      'Nine is fine.\r\n\r\nFrom: Guidepost <no-reply@guidepost.example>\r\nSent: Thursday\r\nTo: Filipa\r\nSubject: New request\r\n\r\nNew request for Rui Costa\r\n',
      'Nine is fine.',
      {},
    ],
    ['a telephone', 'Nine is fine.\n\nSent from my iPhone\n\n> On 26 Nov 2026\n', 'Nine is fine.', {}],
    [
      'with a signature',
      'Nine is fine.\n\n-- \nFilipa Reis\nDouro Guides\n+351 912 345 678\n',
      'Nine is fine.',
      {},
    ],
    [
      'a page alone',
      '<html><head><style>p{color:red}</style><script>x()</script></head><body><p>Nine is <b>fine</b> &amp; good.</p><p>See you</p><hr><div><b>De:</b> Guidepost &lt;no-reply@guidepost.example&gt;<br><b>Asunto:</b> Nueva</div><p>Old</p></body></html>',
      'Nine is fine & good.\n\nSee you',
      HTML,
    ],
    ['nothing but quotations', '> New request for Rui Costa\n> Answer by noon\n', '', {}],
    ['nothing at all', '', '', {}],
  ])('that %s writes, what is new is read', async (_, body, text, headers) => {
    expect((await read(body, headers)).text.replace(/-{5,}$/, '').trim()).toBe(text);
  });

  test('sender, recipients and name are read as headers say, and where it was passed on to', async () => {
    const found = await read('Yes', {
      Cc: 'Colleagues: one@x.example, "Two" <TWO@x.example>;',
      'Delivered-To': '<answer+2b-11@reply.guidepost.example>',
    });
    expect(found).toMatchObject({
      from: 'filipa@douro.example',
      messageId: '<a1@douro.example>',
      ...{ isAutomatic: false, isFailure: false, hasAttachments: false },
    });
    expect([...found.to].sort()).toEqual([
      'answer+1a-00@reply.guidepost.example',
      'answer+2b-11@reply.guidepost.example',
      'one@x.example',
      'two@x.example',
    ]);
  });

  test('files are seen, and a picture in its text is none', async () => {
    const part = (type: string, disposition: string) =>
      `--B\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n`;
    const parts = { 'Content-Type': 'multipart/mixed; boundary=B' };
    const of = (...more: string[]) =>
      read(`--B\r\nContent-Type: text/plain\r\n\r\nYes\r\n${more.join('')}--B--\r\n`, parts);
    expect(await of(part('image/png', 'inline; filename=logo.png'))).toMatchObject({
      text: 'Yes',
      hasAttachments: false,
    });
    expect(await of(part('application/pdf', 'attachment; filename=plan.pdf'))).toMatchObject({
      text: 'Yes',
      hasAttachments: true,
    });
  });

  test('one that has no name is named by its sender and time, so that it is known again', async () => {
    const { 'Message-ID': _, ...headers } = { 'Message-ID': '', Date: 'Thu, 26 Nov 2026 09:00:00 +0000' };
    const without = Buffer.from(String(mail('Yes', headers)).replace(/Message-ID.*\r\n/, ''));
    const names = await Promise.all(
      [without, without].map(async (one) => (await readInbound(one, OURS)).messageId),
    );
    expect(new Set(names)).toEqual(new Set([expect.stringContaining('filipa@douro.example')]));
  });

  test('what is no mail is none', async () => {
    const nested = Array.from(
      { length: 30 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=B${depth}\r\n\r\n--B${depth}\r\n`,
    );
    await expect(readInbound(Buffer.from(nested.join('')), OURS)).rejects.toThrow(NoMail);
    expect((await readInbound(Buffer.alloc(0), OURS)).text).toBe('');
  });

  test.each([
    ['lines', '\n'],
    ['spaces', ' '],
    ['lines with a space', ' \n'],
    ['tabs', '\t'],
    ['beginnings of quotations', 'On '],
    ['marks', '> '],
    ['pages in pages', '<div>'],
  ])('one of two hundred thousand %s holds nobody up', async (_, unit) => {
    const body = `Yes\n${unit.repeat(200_000 / unit.length)}\nwrote:`;
    expect((await read(body)).text).toMatch(/^Yes/);
    expect((await read(body, HTML)).text).toMatch(/^Yes/);
  });
});

test.each([
  ['Auto-Submitted', 'auto-replied (vacation)'],
  ['Auto-Submitted', 'auto-generated'],
  ['Precedence', 'bulk'],
  ['X-Autoreply', 'yes'],
  ['Return-Path', '<>'],
])('what nobody wrote is known by %s: %s', async (name, value) => {
  expect((await read('I am away', { [name]: value })).isAutomatic).toBe(true);
});

test('somebody may say that a person wrote it', async () => {
  expect((await read('Yes', { 'Auto-Submitted': 'no', Precedence: 'normal' })).isAutomatic).toBe(false);
});

test.each([
  ['failed', '5.1.1', true],
  ['failed', '5.2.2', true],
  ['delayed', '4.4.1', false],
  ['failed', '4.4.7', false],
  ['delivered', '2.0.0', false],
])('a server that reports %s, %s', async (action, status, isFailure) => {
  const report = [
    ...['--B', 'Content-Type: text/plain', '', 'Sorry', '--B', 'Content-Type: message/delivery-status', ''],
    ...['Reporting-MTA: dns; mx.douro.example', '', 'Final-Recipient: rfc822; filipa@douro.example'],
    ...[`Action: ${action}`, `Status: ${status}`, 'Diagnostic-Code: smtp; 550 5.1.1 no such user', ''],
    ...['--B', 'Content-Type: message/rfc822', '', 'Subject: New request', '', 'Action: failed', '--B--', ''],
  ].join('\r\n');
  const headers = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=B' };
  expect((await read(report, headers)).isFailure).toBe(isFailure);
});
