import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { createCipher } from '../db/cipher.ts';
import { createOrm } from '../db/orm.ts';
import { buildApp } from './app.ts';

/** Used in the document in the place of a platform's own address. */
const EXAMPLE_URL = 'https://api.guidepost.example';

/**
 * The OpenAPI document of the whole API, as a platform under this address answers it at /openapi.json. It needs no
 * database and no Temporal: routes are described, not called.
 */
export async function describeApi(publicBaseUrl = EXAMPLE_URL): Promise<object> {
  const orm = createOrm({ databaseUrl: 'postgresql://localhost/guidepost' });
  const described = {} as never;
  const app = await buildApp({
    config: { publicBaseUrl, allowInsecureCallbacks: false },
    logger: pino({ level: 'silent' }),
    orm,
    cipher: createCipher(Buffer.alloc(32)),
    now: () => new Date(0),
    orders: described,
    settlements: described,
    sandboxStatements: described,
    notifications: described,
    sendCallback: described,
  });
  try {
    return app.swagger();
  } finally {
    await app.close();
    await orm.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = `${JSON.stringify(await describeApi(), null, 1)}\n`;
  const [file] = process.argv.slice(2);
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
