import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asOpenApi30 } from './openapi-30.ts';

/** The document's addresses. */
export const DOCUMENT_URLS = ['/openapi.json', '/openapi-3.0.json', '/docs/json', '/docs/yaml'] as const;

/** What clients may take it in, the smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

export interface StoredDocument {
  readonly type: string;
  readonly forms: Readonly<Record<Encoding, { readonly content: Buffer; readonly etag: string }>>;
}

/**
 * The OpenAPI document under all its addresses. It is some hundred KB and never changes while the process runs, so each form of
 * it is written once and every answer shares its bytes; who has it already gets 304 (RFC 9110 §13.1.2).
 * @returns the handler of DOCUMENT_URLS.
 */
export function createDocumentAnswers(app: FastifyInstance) {
  const json = once(() => store('application/json; charset=utf-8', JSON.stringify(app.swagger())));
  const yaml = once(() => store('application/yaml; charset=utf-8', app.swagger({ yaml: true })));
  const older = once(() =>
    store('application/json; charset=utf-8', JSON.stringify(asOpenApi30(app.swagger()))),
  );
  const others: Readonly<Record<string, () => StoredDocument>> = {
    '/docs/yaml': yaml,
    '/openapi-3.0.json': older,
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    return answerDocument((others[request.routeOptions.url ?? ''] ?? json)(), request, reply);
  };
}

/** 200 with the document, or 304. */
export function answerDocument(
  document: StoredDocument,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const encoding = request.accepts().encoding([...ENCODINGS]) || 'identity';
  const { content, etag } = document.forms[encoding as Encoding];
  reply.header('etag', etag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding');
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(document.type).send(content);
}

export function store(type: string, text: string): StoredDocument {
  const formOf = (encoding: Encoding) => {
    const digest = createHash('sha256').update(encoding).update(text).digest('base64url');
    return { content: COMPRESSORS[encoding](Buffer.from(text)), etag: `"${digest.slice(0, 22)}"` };
  };
  return { type, forms: { br: formOf('br'), gzip: formOf('gzip'), identity: formOf('identity') } };
}

/** The best quality of brotli would hold up all requests for half a second. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const COMPRESSORS: Readonly<Record<Encoding, (text: Buffer) => Buffer>> = {
  br: (text) => brotliCompressSync(text, BROTLI),
  gzip: (text) => gzipSync(text),
  identity: (text) => text,
};

/** A proxy that compresses makes the tag a weak one; it still names this document. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
