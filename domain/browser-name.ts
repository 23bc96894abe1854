/** A browser's name out of what it says about itself; enough to know one's own again. */

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

const KEPT_LENGTH = 300;

/** As much of what a browser says about itself as is kept. */
export function keptUserAgent(userAgent: string | undefined): string | null {
  return userAgent?.slice(0, KEPT_LENGTH) ?? null;
}

interface Words {
  readonly unknown: string;
  readonly on: (browser: string, system: string) => string;
}

/** @param userAgent as the browser sent it. @param words of the reader's language. */
export function browserOf(userAgent: string | null, words: Words): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  if (browser === undefined) return words.unknown;
  return system === undefined ? browser : words.on(browser, system);
}
