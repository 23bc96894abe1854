import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same; the time taken reveals neither where they differ nor their length. */
export function isSameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
