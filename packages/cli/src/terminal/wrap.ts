const WIDTH = 110;

/** Text on lines of at most 110 characters, the second and further ones indented; words that are longer stay whole. */
export function wrapped(text: string, indent: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (indent + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}
