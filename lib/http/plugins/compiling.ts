import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** @returns what `compile` makes, made when it is first needed, or by `compileSchemas`. */
    lazily<Compiled>(compile: () => Compiled): () => Compiled;
    /** Compiles every schema that is not compiled yet. @throws for one that cannot be compiled. */
    compileSchemas(): void;
  }
}

/**
 * Schemas of requests and answers become code by `compileSchemas`, which a server calls before it listens, so that no
 * request waits; else one by one when they are first needed. An application has hundreds of them, which take 0.5 s of CPU
 * (building it takes 0.4 s without), and a test or the OpenAPI document needs a few, or none.
 */
export function registerCompiling(app: FastifyInstance): void {
  const waiting = new Set<() => unknown>();
  app.decorate('lazily', <Compiled>(compile: () => Compiled) => {
    let made: { readonly compiled: Compiled } | undefined;
    const get = () => {
      waiting.delete(get);
      made ??= { compiled: compile() };
      return made.compiled;
    };
    waiting.add(get);
    return get;
  });
  app.decorate('compileSchemas', () => {
    for (const get of waiting) get();
  });
  const compile = SerializerSelector()();
  app.setSerializerCompiler((route) => {
    const serialize = app.lazily(() => compile({ httpStatus: 'default', ...route }));
    return (answer) => serialize()(answer);
  });
}
