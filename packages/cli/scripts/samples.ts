/** Writes an example of every type of event for `guidepost test`: what the platform itself makes. */
import { writeFileSync } from 'node:fs';
import { sampleBody } from '../../../domain/event-samples.ts';
import { EVENT_TYPES } from '../../../domain/event-types.ts';

const MADE_AT = new Date('2026-11-22T10:00:00.000Z');

/** The bodies by type, as JSON text. */
export function writeSamples(): string {
  const bodies = EVENT_TYPES.map((type) => [
    type,
    JSON.parse(sampleBody(type, 'NTF1000000000000000000-1', MADE_AT)),
  ]);
  return `${JSON.stringify(Object.fromEntries(bodies))}\n`;
}

if (import.meta.main) writeFileSync(new URL('../src/contract/samples.json', import.meta.url), writeSamples());
