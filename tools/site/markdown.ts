/** Markdown as GitHub reads it: the same anchors, tables and code, so that a chapter is the same in both places. */
import GithubSlugger from 'github-slugger';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';
import { escapeHtml, type Html, raw } from './html.ts';
import { addTaskLists } from './task-lists.ts';

const LANGUAGES = { bash, go, http, java, javascript, json, php, python, sql, typescript, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
hljs.registerAliases(['sh', 'shell', 'console'], { languageName: 'bash' });

/** Code with a class for each kind of token: the style sheet has their colours. */
export function highlight(code: string, language: string): Html {
  const known = language !== '' && hljs.getLanguage(language);
  return raw(known ? hljs.highlight(code, { language }).value : escapeHtml(code));
}

export interface LinkRules {
  /** Where a link of a page leads on the site; `undefined`: nowhere, what it names is in the repository only. */
  readonly link: (href: string, page: string) => string | undefined;
  /** The replacement of an image: an `img`, or a drawing that takes the page's colours. */
  readonly image: (source: string, text: string, page: string) => string;
}

interface Environment {
  /** The file that is rendered, from the repository's root. */
  readonly file?: string;
}

/** The renderer of every page of the site. */
export function createMarkdown(rules?: LinkRules): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, linkify: false, highlight: block });
  // Wide tables scroll by themselves, and by keyboard.
  markdown.renderer.rules.table_open = () =>
    '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  markdown.core.ruler.push('corners', ({ tokens }) => leaveCornersEmpty(tokens));
  markdown.core.ruler.push('anchors', ({ tokens }) => addAnchors(tokens));
  addTaskLists(markdown);
  if (rules) addLinkRules(markdown, rules);
  return markdown;
}

const plain = createMarkdown();

/** A description of the OpenAPI document: paragraphs, lists, code. */
export function describe(text: string | undefined): Html {
  return raw(text === undefined ? '' : plain.render(text));
}

/** A description within a line. */
export function describeInline(text: string | undefined): Html {
  return raw(text === undefined ? '' : plain.renderInline(text));
}

function block(code: string, language: string): string {
  const lines = highlight(code, language).text;
  return `<pre tabindex="0" data-language="${escapeHtml(language)}"><code>${lines}</code></pre>`;
}

type Tokens = ReturnType<MarkdownIt['parse']>;

function addAnchors(tokens: Tokens): void {
  const slugger = new GithubSlugger();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = tokens[index + 1]?.children?.map(({ content }) => content).join('') ?? '';
    token.attrSet('id', slugger.slug(text));
  }
}

/** A head without words heads nothing. */
function leaveCornersEmpty(tokens: Tokens): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue;
    token.tag = 'td';
    tokens[index + 2]!.tag = 'td';
  }
}

function addLinkRules(markdown: MarkdownIt, { link, image }: LinkRules): void {
  const pageOf = (environment: Environment) => environment.file ?? '';
  markdown.renderer.rules.image = (tokens, index, _options, environment) => {
    const token = tokens[index]!;
    return image(token.attrGet('src') ?? '', token.content, pageOf(environment));
  };
  // A link that leads nowhere on the site stays as its words.
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const open: boolean[] = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const target = link(token.attrGet('href') ?? '', pageOf(env));
          if (target !== undefined) token.attrSet('href', target);
          else token.tag = 'span';
          open.push(target !== undefined);
        }
        if (token.type === 'link_close' && open.pop() === false) token.tag = 'span';
      }
    }
  });
  markdown.core.ruler.push('unlinked', ({ tokens }) => {
    for (const { children } of tokens)
      for (const token of children ?? [])
        if (token.type === 'link_open' && token.tag === 'span') token.attrs = [['class', 'in-repository']];
  });
}
