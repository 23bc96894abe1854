/** Files that people hand in: what they may be, and how they are called. Pure, so that the console's pages use it too. */

export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'text/csv'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** A stored file, as those who may read it see it. */
export interface FileFacts {
  /** `FIL` and digits */
  readonly fileId: string;
  readonly name: string;
  readonly type: FileType;
  /** Bytes. */
  readonly size: number;
}

/** The types of files that may be uploaded, by purpose. */
export interface FileRules {
  readonly types: readonly FileType[];
  readonly maxBytes: number;
}

/** Of what people add to a message, whoever reads it. */
export const MESSAGE_FILE_RULES = {
  types: FILE_TYPES,
  maxBytes: 5 * 1024 * 1024,
} as const satisfies FileRules;
export const MAX_MESSAGE_FILES = 5;
/** Of all messages about one thing, of both sides together. */
export const MAX_CONVERSATION_FILES = 40;

/** Longest file name that is kept, in characters. */
const MAX_FILE_NAME = 120;

const ENDINGS: Readonly<Record<FileType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/csv': 'csv',
};

/**
 * A file's name as people and their systems can show and store it: its last part, without controls, marks that turn text
 * around, and what a path or a shell reads; its ending says what the file is, whatever it was called.
 */
export function safeFileName(given: string, type: FileType): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*%;'`$&]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const ending = ENDINGS[type];
  const kept = [...stem].slice(0, MAX_FILE_NAME - ending.length - 1).join('');
  return `${kept === '' ? 'file' : kept}.${ending}`;
}
