/** TypeScript for Jest, as Node itself runs it: types become spaces, so lines and columns stay. */
import { stripTypeScriptTypes } from 'node:module';

export default { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
