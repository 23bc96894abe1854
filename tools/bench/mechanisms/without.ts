/**
 * `node --import ./bench/mechanisms/without.ts api/server.ts` with `WITHOUT=rush`: the program as it is, but for one
 * mechanism. So what a mechanism buys can be measured, and the program needs no switch for it.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Mechanism, REMOVALS } from './removals.ts';

const { file, text, instead } = REMOVALS[process.env.WITHOUT as Mechanism];
const url = new URL(`../../../${file}`, import.meta.url).href;
// A mechanism that was rewritten would be measured against itself.
if (!readFileSync(fileURLToPath(url), 'utf8').includes(text)) throw new Error(`${file} has no "${text}"`);

registerHooks({
  load(asked, context, nextLoad) {
    const loaded = nextLoad(asked, context);
    if (asked !== url) return loaded;
    return { ...loaded, source: `${loaded.source}`.replace(text, instead) };
  },
});
