import type MarkdownIt from 'markdown-it';
import { escapeHtml } from './html.ts';

const BOX = /^\[ \] /;

/** `- [ ] …` as GitHub reads it, with a box that can be ticked; what is ticked is nobody's but the reader's. */
export function addTaskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.push('task-lists', ({ tokens, Token }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const [first] = children ?? [];
      const item = tokens[index - 2];
      if (type !== 'inline' || item?.type !== 'list_item_open' || !first || !BOX.test(first.content))
        continue;
      first.content = first.content.replace(BOX, '');
      const box = new Token('html_inline', '', 0);
      const words = children!.map(({ content }) => content).join('');
      box.content = `<input type="checkbox" aria-label="${escapeHtml(words)}"> `;
      children!.unshift(box);
      item.attrJoin('class', 'task');
    }
  });
}
