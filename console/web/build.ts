/** `npm run console:build`: the pages, for console/server to serve. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

await build({ root: fileURLToPath(new URL('.', import.meta.url)), configFile: false });
