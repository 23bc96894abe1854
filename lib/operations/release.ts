import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../package.json', import.meta.url);

/** The version of this program. */
export const RELEASE: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version;
