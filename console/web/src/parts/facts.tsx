/** Facts of one thing, in a `<dl className="facts">`: each its name and its value. */
import type { ReactNode } from 'react';

/** What there is none of (null, empty or false) is left out. */
export function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (value === null || value === undefined || value === false || value === '') return null;
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
