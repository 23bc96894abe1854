import { missingPage } from '../missing.ts';

export const data = {
  title: 'There is no such page',
  description: 'There is no such page.',
  kind: 'missing',
  permalink: '404.html',
};

export function render(): string {
  return missingPage().text;
}
