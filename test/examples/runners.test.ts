/** A sample that does not work is noticed, whatever is wrong with it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Runner, startNode, startPython, startShell } from './runners.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'runners-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let written = 0;
async function outcome(runner: Runner, code: string, operationId = 'getOrder'): Promise<unknown> {
  written += 1;
  const file = join(folder, `${written}.mjs`);
  writeFileSync(file, code);
  return runner.answer(await runner.run(file, { NAME: 'Ada' }), operationId);
}

test('curl: no connection, no JSON, a refusal', async () => {
  const shell = startShell();
  await expect(outcome(shell, 'exit 7')).rejects.toThrow();
  await expect(outcome(shell, 'echo hello')).rejects.toThrow('JSON');
  await expect(outcome(shell, `echo '{"code":40001}'`)).rejects.toThrow('40001');
  expect(await outcome(shell, `echo '{"code":200,"data":"'$NAME'"}'`)).toEqual({ code: 200, data: 'Ada' });
});

test('TypeScript: an error, nothing printed; the next one runs all the same', async () => {
  const node = startNode();
  await expect(outcome(node, "throw new Error('40902')")).rejects.toThrow('40902');
  await expect(outcome(node, 'const a = ;')).rejects.toThrow('SyntaxError');
  await expect(outcome(node, '')).rejects.toThrow('0 values');
  expect(await outcome(node, 'console.log(process.env.NAME)')).toEqual({ code: 200, data: 'Ada' });
  expect(await outcome(node, 'console.log(1); console.log(2)', 'listOrders')).toEqual({
    code: 200,
    data: { list: [1, 2] },
  });
  await expect(outcome(node, 'process.exit()')).rejects.toThrow('ended at');
  await node.close();
});

const testPython = spawnSync('python3', ['--version']).status === 0 ? test : test.skip;
testPython('Python: an exception, nothing printed; the next one runs all the same', async () => {
  const python = startPython('python3');
  await expect(outcome(python, 'raise ValueError("40902")')).rejects.toThrow('40902');
  await expect(outcome(python, 'if')).rejects.toThrow('SyntaxError');
  await expect(outcome(python, '')).rejects.toThrow('0 values');
  const program = 'import os\nprint(os.environ["NAME"])';
  expect(await outcome(python, program)).toEqual({ code: 200, data: 'Ada' });
  await python.close();
});
