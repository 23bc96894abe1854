import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { EndpointNotFound, Unavailable } from '../../domain/errors.ts';

/** Where `npm run build` leaves them (packages/build.ts). */
const BUILT_PACKAGES = fileURLToPath(new URL('../../packages/dist', import.meta.url));

const YEAR_SECONDS = 31_536_000;
const RETRY_AFTER_SECONDS = 5;
const PACKED = /^(sdk|cli)(-[0-9a-f]{16})?\.tgz$/;

/**
 * What integrators install, to be registered at /packages: `npm install $BASE/packages/sdk.tgz`. So nobody asks a registry for a name that is
 * not published there, and that anybody could take. `sdk.tgz` is what this platform has now, and its Content-Location the same under a name that never
 * gets another content: `sdk-HASH.tgz`, which caches keep for a year.
 */
export const packageRoutes = (folder = BUILT_PACKAGES): FastifyPluginAsync =>
  async function packages(scope) {
    await scope.register(fastifyStatic, { root: folder, serve: false, contentType: false });
    scope.get('/:file', { schema: { hide: true } }, async (request, reply) => {
      const [file, name, hash] = PACKED.exec((request.params as { file: string }).file) ?? [];
      if (file === undefined) throw new EndpointNotFound();
      const there = await packedIn(folder);
      if (!there.includes(file)) throw new EndpointNotFound();
      reply.type('application/gzip');
      if (hash !== undefined) return reply.sendFile(file, { maxAge: YEAR_SECONDS * 1_000, immutable: true });
      const lasting = there.find((one) => one.startsWith(`${name}-`));
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-location': `/packages/${lasting}` })
        .sendFile(file, { cacheControl: false });
    });
  };

/** @throws Unavailable while there are none */
async function packedIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) throw new Unavailable('the packages are being built', RETRY_AFTER_SECONDS);
  return names.filter((name) => PACKED.test(name));
}
