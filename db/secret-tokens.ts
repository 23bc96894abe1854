import { createHash, randomBytes } from 'node:crypto';

/** A secret that is shown once, in a cookie, a link or an address: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of it (SHA-256). The token is random enough that its hash leads nowhere. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
