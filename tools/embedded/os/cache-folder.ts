import { homedir } from 'node:os';
import { join } from 'node:path';

/** The user's cache folder for programs that were downloaded or built: XDG's, or the platform's own. */
export function cacheFolder(env: Record<string, string | undefined>, platform = process.platform): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'guidepost');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'guidepost');
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'guidepost');
  return join(homedir(), '.cache', 'guidepost');
}
