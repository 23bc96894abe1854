/** The model beside (model.py) as a process that answers world for world. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pythonWith } from '../support/documents/python.ts';
import type { World } from './worlds.ts';

const MODEL = fileURLToPath(new URL('model.py', import.meta.url));

export interface Model {
  /** What has to be answered to each step. */
  answers(world: World): Promise<unknown[]>;
  close(): void;
}

/** The same release of the world's zones as this Node has, by its name on PyPI: `2026c` is 2026.3 there. */
function zonesOf(release: string): string {
  return `${release.slice(0, 4)}.${release.charCodeAt(4) - 'a'.charCodeAt(0) + 1}`;
}

/** @throws where there is no python3, or PyPI can't be reached. */
export async function openModel(): Promise<Model> {
  const python = await pythonWith('offers-model', `tzdata==${zonesOf(process.versions.tz ?? '')}\n`);
  // The zones of the package, not those of the machine.
  const env = { ...process.env, PYTHONTZPATH: '' };
  const model = spawn(python, [MODEL], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: model.stdout })[Symbol.asyncIterator]();
  return {
    async answers(world) {
      model.stdin.write(`${JSON.stringify(world)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('the model ended');
      return JSON.parse(value) as unknown[];
    },
    close: () => void model.stdin.end(),
  };
}
