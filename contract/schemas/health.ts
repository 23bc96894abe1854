/** The answers to probes. */
import { Type } from 'typebox';
import { oneOf } from './common.ts';

const state = oneOf(['up', 'away', 'unknown'], 'Whether it answers');

export const Health = Type.Object(
  { status: Type.Literal('alive', { description: 'The process answers' }) },
  { description: 'The process is alive' },
);
export const Readiness = Type.Object(
  {
    components: Type.Object(
      { database: state, temporal: state },
      { description: 'A part that the platform depends on' },
    ),
  },
  { description: 'The process can serve requests' },
);
