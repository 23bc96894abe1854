import type { Say } from '../os/terminal.ts';

/** One way to come by a program. */
export interface Source {
  /** As in "tried: …". */
  readonly title: string;
  /** @returns the program's path, or undefined when this source hasn't got it; throws when it failed. */
  readonly obtain: () => Promise<string | undefined> | string | undefined;
}

/**
 * Asks the sources in turn; the first that has the program wins.
 * @throws one Error that lists what was tried, followed by `advice`.
 */
export async function firstAvailable(
  program: string,
  sources: readonly Source[],
  advice: string,
  say: Say,
): Promise<string> {
  const tried: string[] = [];
  for (const { title, obtain } of sources) {
    try {
      const path = await obtain();
      if (path) return path;
      tried.push(`${title}: not found`);
    } catch (error) {
      const [reason = ''] = (error as Error).message.split('\n');
      tried.push(`${title}: ${reason}`);
      say(`${title} could not provide the ${program}: ${reason}`);
    }
  }
  throw new Error(`The ${program} is missing.\n${tried.map((line) => `  - ${line}\n`).join('')}${advice}`);
}
