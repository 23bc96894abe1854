/**
 * `npm run bench -- explain [--scale 0.1]`: the plan of every query behind every filter and sort, in the large world
 * of `npm run bench -- lists`.
 */
import { parseArgs } from 'node:util';
import { CASES, OTHER_PATHS } from './cases.ts';
import { createListWorlds, sizesAt } from './worlds.ts';

const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const { large, close } = await createListWorlds(sizesAt(Number(values.scale)));
try {
  for (const path of [...CASES.map(([, path]) => path(large)), ...OTHER_PATHS]) await large.explain(path);
} finally {
  await close();
}
process.exit();
