import { Guidepost } from '@guidepost/sdk';
import type { Profile } from './config/profiles.ts';
import { misused } from './failure.ts';
import { VERSION } from './version.ts';

/** A client for that merchant. @throws CommandFailure where its address can't be used */
export function connect({ baseUrl, clientId, clientSecret }: Omit<Profile, 'name'>): Guidepost {
  try {
    return new Guidepost({ baseUrl, clientId, clientSecret, userAgent: `guidepost-cli/${VERSION}` });
  } catch (error) {
    if (error instanceof TypeError) throw misused(error.message);
    throw error;
  }
}
