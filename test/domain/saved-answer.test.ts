import { expect, test } from '@jest/globals';
import { fillIn, placeholdersOf, unknownPlaceholders } from '../../domain/saved-answer.ts';

const facts = { contact: 'Ada {guide} $&', date: '1 May', guide: 'Olívia', order: 'ORD1' };

test('facts come in the places of their names, once, and as they are', () => {
  expect(fillIn('{contact}: {guide}, {guide} on {date} ({order}) {else}', facts)).toBe(
    'Ada {guide} $&: Olívia, Olívia on 1 May (ORD1) {else}',
  );
});

test('what stands for something and what for nothing', () => {
  expect(placeholdersOf('{guide} {guide} {x} {order}')).toEqual(['guide', 'order']);
  expect(unknownPlaceholders('{guide} {x} {x} {toString} { guide }')).toEqual([
    '{x}',
    '{toString}',
    '{ guide }',
  ]);
});
