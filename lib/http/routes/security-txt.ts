import type { FastifyPluginAsync } from 'fastify';

/** Where weaknesses of the program are reported in private: .github/SECURITY.md. */
const CONTACT = 'https://github.com/guidepost/guidepost/security/advisories/new';
/** RFC 9116 §2.5.5 advises less than a year. */
const VALID_MS = 180 * 86_400_000;

export interface SecurityTxtDeps {
  readonly now: () => Date;
  /** Where this file is served. */
  readonly origin: string;
  /** Where the documentation is served. */
  readonly publicBaseUrl: string;
}

/** `/.well-known/security.txt` (RFC 9116): whom to write to about a weakness. Each answer is valid anew, so that it never expires unnoticed. */
export const securityTxtRoutes = ({ now, origin, publicBaseUrl }: SecurityTxtDeps): FastifyPluginAsync =>
  async function securityTxt(scope) {
    scope.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(
          [
            `Contact: ${CONTACT}`,
            `Expires: ${new Date(now().getTime() + VALID_MS).toISOString()}`,
            'Preferred-Languages: en',
            `Canonical: ${origin}/.well-known/security.txt`,
            `Policy: ${publicBaseUrl}/docs/reporting`,
            '',
          ].join('\n'),
        ),
    );
  };
