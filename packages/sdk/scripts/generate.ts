/** npm run sdk:types: writes src/generated/ from the table of operations and the OpenAPI document of this checkout. */
import { writeFileSync } from 'node:fs';
import { typedDocument } from './document.ts';
import { generatedOperations } from './operations.ts';
import { typesOf } from './types.ts';

const GENERATED = new URL('../src/generated/', import.meta.url);

writeFileSync(new URL('operations.ts', GENERATED), generatedOperations());
writeFileSync(new URL('openapi.ts', GENERATED), typesOf(await typedDocument()));
