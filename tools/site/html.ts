/** Pages are written as template literals: what is put into them is text, unless it is already `Html`. */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

/** A part of a page; strings are escaped, lists are joined, `false` and what is missing leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, next, index) => text + partOf(parts[index - 1]) + next));
}

/** HTML that somebody else has escaped: the markdown renderer, the highlighter. */
export function raw(text: string): Html {
  return new Html(text);
}

function partOf(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(partOf).join('');
  return escapeHtml(`${part}`);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
