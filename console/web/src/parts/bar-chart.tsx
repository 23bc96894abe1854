/** Bars over time or by state: a picture to see, and a table for screen readers. */
import { useLocaleTag } from '../shell/preferences.tsx';
import './bar-chart.css';
import { numberFormat } from '../texts/format.ts';

type Color = 'amber' | 'green' | 'blue' | 'grey' | 'red' | 'accent';

export interface Bar {
  readonly label: string;
  /** Stacked from below. */
  readonly parts: readonly Part[];
}

interface Part {
  readonly name: string;
  readonly value: number;
  readonly color: Color;
  /** The second of two parts that have one color. */
  readonly isFaint?: boolean;
}

const lookOf = ({ color, isFaint = false }: Part) => `${color} ${isFaint ? 'faint' : ''}`;

const HEIGHT = 120;
const WIDTH = 24;
const GAP = 8;

/** `label` is what the picture shows. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const locale = useLocaleTag();
  const number = numberFormat(locale);
  const highest = Math.max(1, ...bars.map(total));
  const names = [...new Map(bars.flatMap((bar) => bar.parts.map((part) => [part.name, lookOf(part)])))];
  return (
    <figure className="chart">
      <figcaption className="row">
        <strong>{label}</strong>
        {names.map(([name, look]) => (
          <span key={name} className={`chart-name ${look}`}>
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${Math.max(1, bars.length) * (WIDTH + GAP)} ${HEIGHT}`}
        aria-hidden="true"
        preserveAspectRatio="none"
        className="chart-bars"
      >
        {bars.map((bar, index) => (
          <OneBar key={bar.label} bar={bar} x={index * (WIDTH + GAP)} highest={highest} />
        ))}
      </svg>
      <div className="chart-ends numbers" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{number.format(highest)} ↑</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <div className="hidden">
        <table>
          <caption>{label}</caption>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row">{bar.label}</th>
                {bar.parts.map((part) => (
                  <td key={part.name}>{`${part.name}: ${number.format(part.value)}`}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function total(bar: Bar): number {
  return bar.parts.reduce((sum, part) => sum + part.value, 0);
}

function OneBar({ bar, x, highest }: { bar: Bar; x: number; highest: number }) {
  let top = HEIGHT;
  return (
    <g>
      <title>{`${bar.label}: ${bar.parts.map((part) => `${part.name} ${part.value}`).join(', ')}`}</title>
      <rect x={x} y={HEIGHT - 1} width={WIDTH} height={1} className="chart-ground" />
      {bar.parts.map((part) => {
        const height = (part.value / highest) * (HEIGHT - 4);
        top -= height;
        return (
          <rect
            key={part.name}
            x={x}
            y={top}
            width={WIDTH}
            height={height}
            className={`chart-part ${lookOf(part)}`}
          />
        );
      })}
    </g>
  );
}
