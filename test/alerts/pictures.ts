import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documentOf, emptyChart, FONT } from '../../tools/bench/support/plot.ts';
import type { Prometheus } from './prometheus.ts';

const DASHBOARDS = new URL('../../deploy/observability/dashboards/', import.meta.url);
const IMAGES = new URL('../../docs/images/', import.meta.url);
const STEP_SECONDS = 2;
const COLUMNS = 2;
const [WIDTH, HEIGHT, HEAD] = [470, 250, 44];
/** Lines of a panel, those with the highest values; more can't be told apart. */
const MOST_LINES = 6;
const INK = '#24292f';
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];
const UNITS: Readonly<Record<string, string>> = { s: ' (s)', ms: ' (ms)', reqps: ' (/s)' };

const NOTHING_HAPPENED = {
  type: 'text' as const,
  left: 'center',
  top: 90,
  style: { text: 'nothing of it in this run' },
};

interface Panel {
  readonly title: string;
  readonly fieldConfig?: { readonly defaults?: { readonly unit?: string } };
  readonly targets: readonly { readonly expr: string; readonly legendFormat?: string }[];
}
interface Line {
  readonly name: string;
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

/** Every dashboard of deploy/observability as Prometheus has its data, to docs/images. @param from seconds since 1970, as `to`. */
export async function drawDashboards(prometheus: Prometheus, from: number, to: number): Promise<string[]> {
  const drawn: string[] = [];
  for (const file of readdirSync(DASHBOARDS)) {
    const dashboard = JSON.parse(readFileSync(new URL(file, DASHBOARDS), 'utf8'));
    const { title, panels } = dashboard as { title: string; panels: Panel[] };
    const pictures: string[] = [];
    for (const panel of panels)
      pictures.push(labelled(panel, drawPanel(panel, await linesOf(prometheus, panel, from, to), to - from)));
    const path = fileURLToPath(new URL(`dashboard-${file.replace('.json', '.svg')}`, IMAGES));
    writeFileSync(path, documentOf(together(title, pictures), title));
    drawn.push(path);
  }
  return drawn;
}

async function linesOf(
  prometheus: Prometheus,
  { targets }: Panel,
  from: number,
  to: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { expr, legendFormat = '' } of targets) {
    const query = expr.replace(/\[\d+m\]/g, '[30s]');
    for (const { metric, values } of await prometheus.range(query, from, to, STEP_SECONDS)) {
      const name = legendFormat.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
      const points = values
        .map(([at, value]) => [at - from, Number(value)] as const)
        .filter(([, value]) => Number.isFinite(value));
      lines.push({ name, points });
    }
  }
  const highest = ({ points }: Line) => points.reduce((max, [, value]) => Math.max(max, value), 0);
  return lines.toSorted((one, other) => highest(other) - highest(one)).slice(0, MOST_LINES);
}

function drawPanel({ title, fieldConfig }: Panel, lines: readonly Line[], seconds: number): string {
  const chart = emptyChart(WIDTH, HEIGHT);
  const unit = UNITS[fieldConfig?.defaults?.unit ?? ''] ?? '';
  const text = { fontFamily: FONT, color: INK, fontSize: 11 };
  try {
    chart.setOption({
      animation: false,
      color: COLOURS,
      textStyle: text,
      title: {
        text: `${title}${unit}`,
        left: 8,
        top: 4,
        textStyle: { fontSize: 13, fontWeight: 600, color: INK },
      },
      legend: {
        left: 8,
        right: 8,
        bottom: 0,
        // Names are wider in a browser than they are measured here.
        itemGap: 30,
        itemHeight: 3,
        itemWidth: 14,
        icon: 'roundRect',
        textStyle: text,
      },
      grid: { left: 48, right: 16, top: 34, bottom: 74 },
      xAxis: {
        type: 'value',
        min: 0,
        max: Math.round(seconds),
        name: 's',
        axisLabel: text,
        splitLine: { show: false },
      },
      yAxis: { type: 'value', min: 0, axisLabel: text, splitLine: { lineStyle: { color: '#d8dee4' } } },
      ...(lines.length === 0 && {
        graphic: { ...NOTHING_HAPPENED, style: { ...NOTHING_HAPPENED.style, ...text } },
      }),
      series: lines.map(({ name, points }) => ({
        type: 'line' as const,
        name,
        silent: true,
        showSymbol: false,
        lineStyle: { width: 1.5 },
        data: points.map((point) => [...point]),
      })),
    });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

/** With its title for those who don't see it. */
function labelled({ title }: Panel, picture: string): string {
  const label = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return picture.replace('<svg', `<svg role="img" aria-label="${label}"`);
}

/** On white, so that it is read on a dark page as well. */
function together(title: string, pictures: readonly string[]): string {
  const width = WIDTH * COLUMNS;
  const height = HEAD + HEIGHT * Math.ceil(pictures.length / COLUMNS);
  const placed = pictures.map((picture, index) => {
    const [x, y] = [(index % COLUMNS) * WIDTH, HEAD + Math.floor(index / COLUMNS) * HEIGHT];
    return picture.replace('<svg', `<svg x="${x}" y="${y}"`);
  });
  const heading = `<text x="16" y="28" font-family="${FONT}" font-size="17" font-weight="600" fill="${INK}">${title}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="#ffffff"/>${heading}${placed.join('')}</svg>`
  );
}
