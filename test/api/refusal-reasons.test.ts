import { expect, test } from '@jest/globals';
import { describeApi } from '../../api/document.ts';
import { REFUSAL_REASONS } from '../../domain/refusal-reasons.ts';
import { patternSentence } from '../../lib/http/plugins/pattern-sentences.ts';

test('every pattern of the OpenAPI document has a sentence, and none shows the pattern', async () => {
  const patterns = patternsIn(await describeApi());
  expect(patterns.size).toBeGreaterThan(20);
  for (const pattern of patterns) {
    expect([pattern, patternSentence(pattern)]).toEqual([pattern, expect.stringMatching(/^must (not )?\w/)]);
    expect(patternSentence(pattern)).not.toContain('^');
  }
});

test('reasons are words for programs, each with a sentence', () => {
  for (const [reason, meaning] of Object.entries(REFUSAL_REASONS)) {
    expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(meaning).toMatch(/^[A-Z].*\.$/);
  }
});

function patternsIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  if ('pattern' in node && typeof node.pattern === 'string') found.add(node.pattern);
  for (const part of Object.values(node)) patternsIn(part, found);
  return found;
}
