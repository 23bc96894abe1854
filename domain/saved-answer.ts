/** Texts that a company keeps for what it often writes (docs/console.md, "What only one company sees"). */

/** Of one merchant. */
export const MAX_SAVED_ANSWERS = 50;
/** Characters. */
export const MAX_ANSWER_NAME = 60;
export const MAX_ANSWER_LENGTH = 2_000;

/** What stands for a fact of the order: `{guide}`. */
const PLACEHOLDERS = ['contact', 'date', 'guide', 'order'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** `{guide}, {order}` */
export const PLACEHOLDERS_SHOWN = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

const IN_BRACES = /\{([^{}]*)\}/g;

const isPlaceholder = (name: string): name is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(name);

/** What is in braces and stands for nothing, each once, with its braces. */
export function unknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(IN_BRACES)].filter(([, name = '']) => !isPlaceholder(name));
  return [...new Set(names.map(([whole]) => whole))];
}

/** What a text needs to know of an order. */
export function placeholdersOf(text: string): Placeholder[] {
  const names = [...text.matchAll(IN_BRACES)].map(([, name = '']) => name).filter(isPlaceholder);
  return [...new Set(names)];
}

/** The text with the facts in their places. */
export function fillIn(text: string, facts: Readonly<Record<Placeholder, string>>): string {
  return text.replace(IN_BRACES, (whole, name: string) => (isPlaceholder(name) ? facts[name] : whole));
}
