declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How a POST or PUT honours `Idempotency-Key`. Default: the answer is kept and replayed. `sealed`: kept encrypted, for
     * answers with secrets. `own`: the service does it within its own transaction. `none`: it changes nothing.
     */
    idempotency?: 'sealed' | 'own' | 'none';
  }
}

export {};
