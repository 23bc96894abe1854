import { useTexts } from '../../shell/preferences.tsx';

/** At most a few; the rest is a number. */
export function EventTypes({ types }: { types: readonly string[] }) {
  const words = useTexts().developers.endpoints;
  if (types.includes('*')) return <span>{words.everything}</span>;
  return (
    <span className="scope-list">
      {types.slice(0, 4).map((type) => (
        <code key={type}>{type}</code>
      ))}
      {types.length > 4 && <span className="soft">+{types.length - 4}</span>}
    </span>
  );
}
