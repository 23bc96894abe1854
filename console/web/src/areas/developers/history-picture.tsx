/** Deliveries of an endpoint over time: a small picture for a list, a large one for its page. */
import { BarChart } from '../../parts/bar-chart.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { dateFormat } from '../../texts/format.ts';
import type { EndpointHistory } from './data.ts';

const HEIGHT = 28;
const BAR = 6;
const STEP = 7;

/** 24 hours in a table's cell, with its sum for those who listen. */
export function Spark({ history }: { history: EndpointHistory | undefined }) {
  const words = useTexts().developers.endpoints;
  if (history === undefined) return <span className="soft">{words.quiet}</span>;
  const highest = Math.max(1, ...history.hours.map(({ acknowledged, failed }) => acknowledged + failed));
  const sums = [
    `${words.acknowledged} ${sum(history, 'acknowledged')}`,
    `${words.failed} ${sum(history, 'failed')}`,
  ].join(', ');
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${history.hours.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={sums}
    >
      <title>{sums}</title>
      {history.hours.map(({ at, acknowledged, failed }, index) => {
        const good = (acknowledged / highest) * (HEIGHT - 2);
        const bad = (failed / highest) * (HEIGHT - 2);
        return (
          <g key={at}>
            <rect className="ground" x={index * STEP} y={HEIGHT - 1} width={BAR} height={1} />
            <rect className="green" x={index * STEP} y={HEIGHT - good} width={BAR} height={good} />
            <rect className="red" x={index * STEP} y={HEIGHT - good - bad} width={BAR} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}

function sum({ hours }: EndpointHistory, part: 'acknowledged' | 'failed'): number {
  return hours.reduce((total, hour) => total + hour[part], 0);
}

/** Hours as they are, or four of them in a bar where it is a week. */
export function HistoryChart({ history, hours }: { history: EndpointHistory; hours: number }) {
  const words = useTexts().developers.endpoints;
  const locale = useLocaleTag();
  const isWeek = hours > 24;
  const format = dateFormat(locale, {
    ...(isWeek && { weekday: 'short' as const }),
    hour: '2-digit',
    minute: '2-digit',
  });
  const bars = joined(history, isWeek ? 4 : 1).map(({ at, acknowledged, failed }) => ({
    label: format.format(new Date(at)),
    parts: [
      { name: words.acknowledged, value: acknowledged, color: 'green' as const },
      { name: words.failed, value: failed, color: 'red' as const },
    ],
  }));
  return <BarChart label={words.health(hours)} bars={bars} />;
}

function joined({ hours }: EndpointHistory, count: number) {
  return Array.from({ length: Math.ceil(hours.length / count) }, (_, index) => {
    const some = hours.slice(index * count, (index + 1) * count);
    return {
      at: some[0]?.at ?? '',
      acknowledged: some.reduce((total, hour) => total + hour.acknowledged, 0),
      failed: some.reduce((total, hour) => total + hour.failed, 0),
    };
  });
}
