/** Drawings of lines, 24 by 24, in the colour of the text around them. */
import { type Html, raw } from './html.ts';

const PATHS = {
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
  theme: '<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/>',
  arrow: '<path d="M5 12h14m-6-6 6 6-6 6"/>',
  book: '<path d="M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zm0 13a3 3 0 0 1 3-3h10"/>',
  code: '<path d="m8 7-5 5 5 5m8-10 5 5-5 5"/>',
  server:
    '<rect x="4" y="4" width="16" height="7" rx="2"/><rect x="4" y="13" width="16" height="7" rx="2"/><path d="M8 7.5h.01M8 16.5h.01"/>',
} as const;

export function icon(name: keyof typeof PATHS): Html {
  return raw(
    `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${PATHS[name]}</svg>`,
  );
}

/** The mark: a post with two signs. */
export function mark(): Html {
  return raw(
    '<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path class="post" d="M14.75 3h2.5v26h-2.5z"/><path class="sign" d="M7 6h16l4 4-4 4H7z"/><path class="sign faint" d="M25 16.5H11l-4 3.75 4 3.75h14z"/></svg>',
  );
}
