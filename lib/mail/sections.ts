/** A mail in sections, as plain text and as HTML: both say the same. */
import type { Language } from '../../domain/console-roles.ts';
import { escaped } from './escaped.ts';

interface MailLink {
  readonly label: string;
  readonly url: string;
}

export interface MailSection {
  readonly title?: string;
  readonly lines: readonly string[];
  /** What to do; the first one first. */
  readonly links: readonly MailLink[];
}

export interface MailInSections {
  readonly subject: string;
  readonly language: Language;
  readonly sections: readonly MailSection[];
  /** Why one gets it, and how it ends. */
  readonly footer: readonly MailSection[];
}

/** Each link stands in a line of its own. */
export function textOf({ sections, footer }: MailInSections): string {
  return `${[...sections.map(paragraph), '--', ...footer.map(paragraph)].join('\n\n')}\n`;
}

function paragraph({ title, lines, links }: MailSection): string {
  const ofLinks = links.flatMap(({ label, url }) => [`${label}:`, url]);
  return [...(title === undefined ? [] : [title]), ...lines, ...ofLinks].join('\n');
}

/** A page that asks for nothing: no pictures, no fonts, no scripts. Colors follow the reader's program. */
export function htmlOf(mail: MailInSections): string {
  const { subject, language, sections, footer } = mail;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${sections.map(card).join('\n')}
<footer>
${footer.map(footnote).join('\n')}
</footer>
</main>
</body>
</html>
`;
}

function card({ title, lines, links: [main, ...others] }: MailSection): string {
  const parts = [
    ...(title === undefined ? [] : [`<h2>${escaped(title)}</h2>`]),
    ...(lines.length === 0 ? [] : [`<p>${lines.map(escaped).join('<br>\n')}</p>`]),
    ...(main === undefined ? [] : [`<p>${anchor(main, ' class="main"')}</p>`]),
    ...others.map((link) => `<p>${anchor(link)}</p>`),
  ];
  return `<section>\n${parts.join('\n')}\n</section>`;
}

function footnote({ lines, links }: MailSection): string {
  return `<p>${[...lines.map(escaped), ...links.map((link) => anchor(link))].join('<br>\n')}</p>`;
}

const anchor = ({ label, url }: MailLink, more = '') =>
  `<a href="${escaped(url)}"${more}>${escaped(label)}</a>`;

/** The console's colors (console/web/src/tokens.css), as programs for mail know them. */
const STYLE = `
body { margin: 0; padding: 24px 12px; background: #fbfaf7; color: #1b2130; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 560px; margin: 0 auto; }
section { margin: 0 0 16px; padding: 20px; background: #ffffff; border: 1px solid #e3e0d9; border-radius: 10px; }
h2 { margin: 0 0 8px; font-size: 18px; line-height: 1.3; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
section p:last-child { margin-bottom: 0; }
a { color: #0a6a4a; }
a.main { display: inline-block; padding: 10px 18px; border-radius: 8px; background: #0a6a4a; color: #ffffff; font-weight: 600; text-decoration: none; }
footer { color: #565c69; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #12151c; color: #ebe8e1; }
  section { background: #1b1f28; border-color: #343945; }
  a { color: #5fd0a0; }
  a.main { background: #5fd0a0; color: #0b1a13; }
  footer { color: #a9aeb9; }
}
`;
