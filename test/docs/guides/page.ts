/**
 * A guide of docs/integrate as a reader works through it: commands typed into one shell, files saved beside them, and
 * what the page says comes back. The words behind a block's language tell what it is:
 *
 * - `sh`: typed into the reader's shell. `sh yours`: values that each reader has of their own, exported; a test gives its own.
 * - `ts file=receiver.ts` (any language): saved under that name.
 * - `json`, behind commands: the last JSON that they printed has at least these members (see shape.ts).
 * - `http`, behind commands: they printed this status line and these headers.
 * - `text`, behind commands: these lines come, now or a moment later.
 * - `… sample`: only to be read. A page says in its own words why.
 */
import { readFileSync } from 'node:fs';

type BlockKind = 'commands' | 'yours' | 'file' | 'json' | 'http' | 'text' | 'sample';

export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
  /** Where it begins, as editors count. */
  readonly line: number;
  /** Of a file. */
  readonly name?: string;
}

const FENCE = /^(`{3,})(\w*) *(.*)\n([\s\S]*?)^\1$/gm;
const SHELLS = ['sh', 'bash'];
const ANSWERS = ['json', 'http', 'text'] as const;

export function readPage(path: string | URL): Block[] {
  return blocksOf(readFileSync(path, 'utf8'));
}

/** @throws an Error for a block of which nobody would know what to do with it. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(FENCE)].map((match) => {
    const [, , language = '', words = '', text = ''] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    return { ...kindOf(language, words.trim(), line), text, line };
  });
}

function kindOf(language: string, words: string, line: number): Pick<Block, 'kind' | 'name'> {
  if (words === 'sample') return { kind: 'sample' };
  const [, name] = /^file=(\S+)$/.exec(words) ?? [];
  if (name !== undefined) return { kind: 'file', name };
  const isShell = SHELLS.includes(language);
  if (isShell && words === 'yours') return { kind: 'yours' };
  if (isShell && words === '') return { kind: 'commands' };
  const answer = ANSWERS.find((one) => one === language);
  if (answer !== undefined && words === '') return { kind: answer };
  throw new Error(`line ${line}: a block of "${language} ${words}" is nothing that can be tried`);
}
