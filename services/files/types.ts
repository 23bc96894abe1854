/** What a file is, by its content alone: whatever it is called, and whatever type its sender names. */
import { fileTypeFromBuffer } from 'file-type';
import type { FileType } from '../../domain/stored-file.ts';
import { TEXT_PATTERN } from '../../domain/text.ts';

/** What would calculate, or call out, in the reader's spreadsheet (OWASP, "CSV injection"); numbers may have a sign. */
const FORMULA = /^[\s"']*(?:[=@＝＠]|[+\-＋－](?![\d.,\s]*"?$))/u;
const BETWEEN_FIELDS = /[,;\t\r\n]/;
const IS_TEXT = new RegExp(TEXT_PATTERN);
/** The most characters of a field; no real one is longer, and it bounds what is kept of an endless one. */
const LONGEST_FIELD = 32_768;

/** @param start as many bytes as are there of the first 128 KiB. @returns undefined: none that says so itself. */
export async function typeOfStart(
  start: Uint8Array,
  types: readonly FileType[],
): Promise<FileType | undefined> {
  const found = (await fileTypeFromBuffer(start))?.mime;
  if (found === undefined) return types.find((known) => known === 'text/csv');
  return types.find((known) => known === found);
}

/** Checks, while it comes, that a file is a table of text without formulas. */
export class TableCheck {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #field = '';
  #hasText = false;
  #isTable = true;

  /** @param bytes undefined: that was all. @returns whether it can still be one. */
  add(bytes: Uint8Array | undefined): boolean {
    if (!this.#isTable) return false;
    const isEnd = bytes === undefined;
    try {
      const text = isEnd ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
      this.#isTable = this.#addText(text, isEnd);
    } catch {
      this.#isTable = false;
    }
    return this.#isTable;
  }

  #addText(text: string, isEnd: boolean): boolean {
    if (!IS_TEXT.test(text)) return false;
    this.#hasText ||= text.trim() !== '';
    const fields = (this.#field + text).split(BETWEEN_FIELDS);
    this.#field = isEnd ? '' : fields.pop()!;
    if (this.#field.length > LONGEST_FIELD || fields.some((field) => FORMULA.test(field))) return false;
    return !isEnd || this.#hasText;
  }
}
