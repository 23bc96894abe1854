/**
 * Uploads, whose bodies may be larger than others. Before any of a body is read (test/admission/uploads.test.ts):
 *
 * - its sender has no other one under way in this process, and not sent too many, or too much, within the hour;
 * - all together stay within the memory that is set aside for them;
 * - a refused one is not read either: its connection ends after the answer, unless the rest is short.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { detail, RateLimited, Unavailable } from '../../domain/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a body beyond the usual limit; a route that does without saying so keeps the process from starting. */
    upload?: UploadRule;
  }
}

interface UploadRule {
  /** The most that is sent at once, in bytes; a larger one is refused by its reader. */
  readonly most: number;
  /** What of it is in memory at a time, in bytes: all of it, or pieces where it is written as it comes. */
  readonly held: number;
}

/** Memory of an upload that is written as it comes, with its encrypted part and its parser. */
export const STREAMED_BYTES = 1_024 * 1_024;
/** Of one process. */
const HELD_BYTES = 32 * 1_024 * 1_024;
const RETRY_AFTER_SECONDS = 2;

/**
 * Call it after the hooks that know who asks, and before any route is registered.
 * @param personOf whose uploads they are.
 */
export function registerUploads(
  app: FastifyInstance,
  personOf: (request: FastifyRequest) => string,
  heldBytes = HELD_BYTES,
): void {
  const usual = app.initialConfig.bodyLimit ?? 0;
  const underWay = new Set<string>();
  let held = 0;
  app.addHook('onRoute', ({ method, url, bodyLimit = 0, config }) => {
    if (bodyLimit > usual && config?.upload === undefined)
      throw new Error(
        `${method} ${url} takes ${bodyLimit} bytes and declares no upload (config: { upload })`,
      );
  });
  const begin = (person: string, bytes: number, reply: FastifyReply) => {
    if (underWay.has(person)) throw new RateLimited(RETRY_AFTER_SECONDS, { details: [ONE_AT_A_TIME] });
    if (held + bytes > heldBytes)
      throw new Unavailable('too many uploads are under way, try again', RETRY_AFTER_SECONDS);
    underWay.add(person);
    held += bytes;
    reply.raw.once('close', () => {
      underWay.delete(person);
      held -= bytes;
    });
  };
  app.addHook('onRequest', async (request, reply) => {
    const { upload } = request.routeOptions.config;
    if (upload === undefined) return;
    const person = personOf(request);
    const announced = Number(request.headers['content-length'] ?? upload.most);
    const { budgets } = request.server;
    try {
      begin(person, upload.held, reply);
      await budgets.take({ kind: 'upload', key: person });
      await budgets.take({ kind: 'uploadBytes', key: person, cost: Math.min(announced, upload.most) });
    } catch (error) {
      if (announced > usual) reply.header('connection', 'close');
      throw error;
    }
  });
}

const ONE_AT_A_TIME = detail(
  'body',
  'limit_reached',
  'one upload at a time: another one of yours is under way',
);
