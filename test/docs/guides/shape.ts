/** Whether an answer is what a page shows of it. */

/**
 * Where `real` is not as `shown`: members that it lacks, values of another type, and other words. Words are strings without
 * spaces and digits, such as a status; `code`, true and false are compared as well. What the page leaves out is not missed.
 */
export function differences(shown: unknown, real: unknown, path = 'answer'): string[] {
  if (typeOf(shown) !== typeOf(real)) return [`${path} is ${typeOf(real)}, not ${typeOf(shown)}`];
  if (Array.isArray(shown)) return ofLists(shown, real as unknown[], path);
  if (shown !== null && typeof shown === 'object') {
    return Object.entries(shown).flatMap(([name, value]) => {
      const there = real as Record<string, unknown>;
      if (!(name in there)) return [`${path}.${name} is not there`];
      return differences(value, there[name], `${path}.${name}`);
    });
  }
  const isCompared = typeof shown === 'boolean' || isWord(shown) || path.endsWith('.code');
  return isCompared && shown !== real
    ? [`${path} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`]
    : [];
}

/** The first element stands for all that a page does not show. */
function ofLists(shown: readonly unknown[], real: readonly unknown[], path: string): string[] {
  if (real.length < shown.length) return [`${path} has ${real.length} elements, not ${shown.length}`];
  return shown.flatMap((value, index) => differences(value, real[index], `${path}[${index}]`));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^(?!mk_)[a-z][a-z_.]*$/.test(value);
}

/** Every JSON object or list that begins a line of `output`. */
export function jsonIn(output: string): unknown[] {
  const found: unknown[] = [];
  const lines = output.split('\n');
  for (let first = 0; first < lines.length; first += 1) {
    if (!/^[{[]/.test(lines[first]!)) continue;
    for (let last = first; last < lines.length; last += 1) {
      const value = parsed(lines.slice(first, last + 1).join('\n'));
      if (value === undefined) continue;
      found.push(value);
      first = last;
      break;
    }
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
