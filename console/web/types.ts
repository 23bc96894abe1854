/** npm run sdk:types: writes what the pages know of the console's own routes, from the routes themselves. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { typesOf } from '../../packages/sdk/scripts/types.ts';
import { describeConsole } from '../server/describe.ts';

const FOLDER = new URL('./src/api/generated/', import.meta.url);

mkdirSync(FOLDER, { recursive: true });
writeFileSync(new URL('routes.ts', FOLDER), withLineForEach(typesOf(await describeConsole())));

/** Nobody reads them, but in a diff: a route a line. */
function withLineForEach(types: string): string {
  return types.replace(/\n {4,}/g, ' ').replace(/\n {2}\};/g, ' };');
}
