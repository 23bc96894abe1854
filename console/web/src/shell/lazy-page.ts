/** Pages whose code is fetched when they are first opened. */
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Refusal } from '../api/errors.ts';

const RELOADED_KEY = 'guidepost.reloaded';

/**
 * As lazyRouteComponent, which reloads the document when the code can't be loaded: without a connection that ends in the browser's error
 * page. Here the page says so and can be tried again; it is reloaded only if the console answers and has other files by now.
 */
export function lazyPage<Module>(load: () => Promise<Module>, name: keyof Module & string) {
  return lazyRouteComponent<{ [name: string]: ComponentType }, string>(async () => {
    try {
      const module = await load();
      sessionStorage.removeItem(RELOADED_KEY);
      return module as { [name: string]: ComponentType };
    } catch (cause) {
      await reloadIfRenewed();
      throw new Refusal('offline', { reason: 'offline', cause });
    }
  }, name);
}

/** Once: code that is broken would be loaded for ever. */
async function reloadIfRenewed(): Promise<void> {
  if (sessionStorage.getItem(RELOADED_KEY) !== null || !(await isReachable())) return;
  sessionStorage.setItem(RELOADED_KEY, 'yes');
  window.location.reload();
  await new Promise(() => {});
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
