/** The test of the guides fails where it should: each of these pages is wrong in one place. */
import { expect, test } from '@jest/globals';
import { blocksOf } from './page.ts';
import { workThrough } from './reader.ts';

const fenced = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`;
const work = (...blocks: string[]) =>
  workThrough(blocksOf(blocks.join('\nSome words.\n\n')), { own: { NAME: 'Ada' } });

test('a page that does what it says is worked through, in one shell and one folder', async () => {
  await work(
    fenced('sh yours', 'export NAME=yours'),
    fenced(
      'js file=answer.mjs',
      'console.log(JSON.stringify({ code: 200, list: [{ status: "pending" }], at: 17 }))',
    ),
    fenced('sh', 'ANSWER=$(node answer.mjs)\necho "$ANSWER"'),
    fenced('json', '{ "code": 200, "list": [{ "status": "pending" }], "at": 3 }'),
    fenced('sh', '(sleep 0.2; echo "late: $NAME") &\necho early'),
    fenced('text', 'early\nlate: Ada'),
    fenced('sh', "printf 'HTTP/1.1 200 OK\\r\\nRetry-After: 3\\r\\n'"),
    fenced('http', 'HTTP/1.1 200 OK\nretry-after: 17'),
    fenced('sh sample', 'rm -rf the-house'),
  );
});

test.each([
  ['a command that fails', [fenced('sh', 'echo before\nfalse\necho after')], /line 1: .*failed.*before/s],
  ['a value that nobody has', [fenced('sh', 'echo "$NOBODY"')], /line 1: .*NOBODY: unbound/s],
  ['a command in a pipe', [fenced('sh', 'false | cat')], /line 1: /],
  ['a variable that gets nothing', [fenced('sh', 'ID=$(echo null)')], /ID is empty/],
  ['a refusal that is not shown', [fenced('sh', `echo '{"code":40001}'`)], /not a success/],
  ['another code', [fenced('sh', `echo '{"code":40001}'`), fenced('json', '{"code": 200}')], /code is 40001/],
  [
    'another word',
    [fenced('sh', `echo '{"a":"no"}'`), fenced('json', '{"a": "yes"}')],
    /a is "no", not "yes"/,
  ],
  [
    'a missing member',
    [fenced('sh', `echo '{"a":{}}'`), fenced('json', '{"a": {"b": 1}}')],
    /a\.b is not there/,
  ],
  ['another type', [fenced('sh', `echo '{"a":1}'`), fenced('json', '{"a": "1"}')], /a is number, not string/],
  ['a shorter list', [fenced('sh', `echo '{"a":[]}'`), fenced('json', '{"a": [1]}')], /a has 0 elements/],
  ['no answer', [fenced('sh', 'true'), fenced('json', '{"a": 1}')], /line 7: answer is undefined/],
  ['a missing header', [fenced('sh', 'echo a: 1'), fenced('http', 'b: 1')], /"b:" is not there/],
  ['values that the test does not know', [fenced('sh yours', 'export OTHER=1')], /the test has no OTHER/],
  ['a file that does not run', [fenced('js file=a.mjs', 'throw 1'), fenced('sh', 'node a.mjs')], /line 7: /],
])('%s is noticed', async (_name, blocks, message) => {
  await expect(work(...blocks)).rejects.toThrow(message);
});

test('a block that nobody would try is none', () => {
  expect(() => blocksOf(fenced('yaml', 'a: 1'))).toThrow(/line 1: /);
  expect(() => blocksOf(fenced('sh later', 'true'))).toThrow(/line 1: /);
});
