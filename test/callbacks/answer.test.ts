import { describe, expect, test } from '@jest/globals';
import { answerHeaders, excerptOf, judgeAnswer, retryAfterMs } from '../../lib/callbacks/answer.ts';

const judge = (status: number, body: string) =>
  judgeAnswer({ status, body: Buffer.from(body), bodyError: null });

describe('an acknowledgement', () => {
  test.each([
    [200, '{"code":200}'],
    [202, '{"code":200,"msg":"ok"}'],
    [299, ' {"msg":null,"code":2e2} '],
  ])('is 2xx with a JSON object whose code is the number 200: %i %s', (status, body) => {
    expect(judge(status, body)).toBeNull();
  });

  test.each([
    ['{"code":"200"}', 'not_acknowledged'],
    ['{"code":500}', 'not_acknowledged'],
    ['{"Code":200}', 'not_acknowledged'],
    ['[{"code":200}]', 'not_acknowledged'],
    ['200', 'not_acknowledged'],
    ['null', 'not_acknowledged'],
    ['', 'answer_not_json'],
    ['<html>200</html>', 'answer_not_json'],
    ['{"code":200', 'answer_not_json'],
  ])('is nothing else: %s', (body, word) => {
    expect(judge(200, body)).toBe(word);
  });

  test('is not read out of bytes that are no UTF-8', () => {
    const body = Buffer.concat([Buffer.from('{"code":200,"msg":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(judgeAnswer({ status: 200, body, bodyError: null })).toBe('answer_not_json');
  });

  test.each([
    [301, 'redirect'],
    [304, 'redirect'],
    [400, 'http_status'],
    [410, 'http_status'],
    [503, 'http_status'],
  ])('never has status %i, whatever the body says', (status, word) => {
    expect(judge(status, '{"code":200}')).toBe(word);
  });

  test('is not believed before its end was read', () => {
    const body = Buffer.from('{"code":200}');
    expect(judgeAnswer({ status: 200, body, bodyError: 'connection_lost' })).toBe('connection_lost');
  });
});

describe('the headers that are kept', () => {
  test('have names in lower case, all values of a name, and no cookies', () => {
    const headers = {
      'Content-Type': 'text/plain',
      via: ['a', 'b'],
      'set-cookie': ['session=1'],
      'Set-Cookie2': 'x',
    };
    expect(answerHeaders(headers)).toEqual({ 'content-type': 'text/plain', via: 'a, b' });
  });

  test('are the first 20', () => {
    const headers = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x-${n}`, `${n}`]));
    expect(Object.keys(answerHeaders(headers))).toEqual(Object.keys(headers).slice(0, 20));
  });

  test('are cut to 200 characters of text that PostgreSQL takes', () => {
    const { [`${'n'.repeat(200)}`]: value = '' } = answerHeaders({
      ['n'.repeat(300)]: `\0${'a'.repeat(199)}😀`,
    });
    expect(value).toBe(`${'a'.repeat(199)}\ufffd`);
  });
});

describe('the excerpt', () => {
  test('is the first 1,024 bytes, without a character cut in two', () => {
    const body = Buffer.from(`${'a'.repeat(1_023)}é and more`);
    expect(excerptOf(body)).toBe('a'.repeat(1_023));
  });

  test('has no NUL, which PostgreSQL refuses, and is valid text for any bytes', () => {
    expect(excerptOf(Buffer.from('a\0b\0'))).toBe('ab');
    const text = excerptOf(Buffer.alloc(2_000, 0xfe));
    expect(text.isWellFormed()).toBe(true);
    expect(text).toHaveLength(1_024);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-21T10:00:00Z');

  test.each([
    ['seconds', 429, '120', 120_000],
    ['a date', 503, 'Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['a date in the past', 503, 'Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['more than an hour', 429, '86400', 3_600_000],
    ['more digits than a number has', 429, '9'.repeat(400), 3_600_000],
    ['nonsense', 429, 'soon', 0],
    ['a status that has none', 500, '120', 0],
    ['no header', 429, undefined, 0],
  ])('%s', (_case, status, header, wait) => {
    expect(retryAfterMs(status, header, now)).toBe(wait);
  });
});
