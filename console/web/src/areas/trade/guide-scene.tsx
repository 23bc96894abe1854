/** What stands in for a guide's picture: a landscape of one's own for each place, with the guide's initials. */

const HILLS = ['M0 44 Q24 26 50 42 T120 32 V60 H0Z', 'M0 52 Q34 38 70 50 T120 46 V60 H0Z'];
const PEAKS = ['M0 50 22 24 38 42 58 16 82 44 98 30 120 48V60H0Z', 'M0 56 30 42 54 54 84 40 120 56V60H0Z'];
const ROOFS = [
  'M0 60V38h10V28h9v12h8V22l5-6 5 6v18h9V30h12v10h8V18h9v22h8l6-8 6 8h8V28h11v12h6v20Z',
  'M0 60V50h18v-6h14v8h20v-7h16v5h18v-8h16v8h18v10Z',
];
const SEA = [
  'M0 40 q10 -5 20 0 t20 0 20 0 20 0 20 0 20 0 V60H0Z',
  'M0 50 q8 -4 16 0 t16 0 16 0 16 0 16 0 16 0 16 0 16 0V60H0Z',
];
const DUNES = ['M0 48 C30 20 50 46 70 40 S104 22 120 34V60H0Z', 'M0 56 C26 44 60 58 120 42V60H0Z'];
const SCENES = [HILLS, ROOFS, SEA, PEAKS, DUNES] as const;
const TINTS = 4;

interface SceneProps {
  readonly name: string;
  /** The same place always looks alike. */
  readonly area: string;
}

export function GuideScene({ name, area }: SceneProps) {
  // Places that share a landscape have another color.
  const place = numberOf(area);
  const sun = numberOf(name);
  const [far, near] = SCENES[place % SCENES.length] ?? HILLS;
  return (
    <svg
      className={`guide-picture guide-scene tint-${Math.floor(place / 11) % TINTS}`}
      viewBox="0 0 120 60"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <circle
        className="scene-sun"
        cx={sun % 2 ? 22 + (sun % 16) : 84 + (sun % 16)}
        cy={22 + (sun % 7)}
        r="5"
      />
      <path className="scene-far" d={far} />
      <path className="scene-near" d={near} />
      <text className="scene-initials" x="60" y="36" textAnchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase()).join('');
}

/** A small number that is the same for the same text. */
function numberOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7);
}
