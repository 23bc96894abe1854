import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 200;

/**
 * The connection that rate limits are shared through. It never makes a request wait: while Redis is unavailable commands
 * fail at once, and each process counts for itself.
 */
export function connectRedis(url: string, onError: (error: unknown) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectionName: 'guidepost',
  });
  redis.on('error', onError);
  return redis;
}
