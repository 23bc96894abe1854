import * as echarts from 'echarts';
import type { Plot } from './figures.ts';

const WIDTH = 860;
const HEIGHT = 380;
const INK = '#24292f';
const FAINT = '#d8dee4';
/** Of what was. */
const PALE = '#b6bec8';
const LEGEND = { left: 16, top: 40, itemGap: 28, icon: 'roundRect', itemHeight: 4, itemWidth: 18 };
/** Those of Okabe and Ito, and two more: that everyone can distinguish, on white. */
const COLOURS = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#000000',
  '#999999',
  '#7b3294',
];
/** Without quoted names: ECharts writes them into an attribute as they are. */
export const FONT = 'system-ui, -apple-system, Helvetica, Arial, sans-serif';
/** More of them would hide the line. */
const MARKED_POINTS = 30;

/** An empty chart; to be disposed of. */
export function emptyChart(width: number, height: number) {
  return echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
}

/** Lines over an axis of numbers, on white, as an SVG document. Both axes begin at 0. */
export function drawPlot({ title, x, y, series }: Plot): string {
  const chart = emptyChart(WIDTH, HEIGHT);
  try {
    chart.setOption({
      animation: false,
      backgroundColor: '#ffffff',
      color: COLOURS,
      textStyle: { fontFamily: FONT, color: INK },
      title: titleOf(title),
      legend: { ...LEGEND, show: series.length > 1 },
      grid: { left: 72, right: 32, top: series.length > 1 ? 84 : 60, bottom: 56 },
      xAxis: { ...axis(x), nameGap: 30, max: lastOf(series), splitLine: { show: false } },
      yAxis: { ...axis(y), nameGap: 48, splitLine: { lineStyle: { color: FAINT } } },
      series: series.map(({ name, points }) => ({
        type: 'line' as const,
        name,
        silent: true,
        data: points.map((point) => [...point]),
        showSymbol: points.length <= MARKED_POINTS,
        symbol: 'circle',
        symbolSize: 6,
        lineStyle: { width: 1.8 },
      })),
    });
    return documentOf(chart.renderToSVGString(), title);
  } finally {
    chart.dispose();
  }
}

/** Bars beside each other for each category, their values above them. */
export interface Bars {
  /** Name of the file in docs/images/, without its ending. */
  readonly file: string;
  readonly title: string;
  readonly unit: string;
  readonly categories: readonly string[];
  /** A value for each category, where there is one. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
}

/** Bars on white, the last series in colour. */
export function drawBars({ title, unit, categories, series }: Bars): string {
  const chart = emptyChart(WIDTH, HEIGHT);
  const label = ({ value }: { value: number }) => value.toLocaleString('en', { maximumSignificantDigits: 4 });
  try {
    chart.setOption({
      animation: false,
      backgroundColor: '#ffffff',
      color: [PALE, COLOURS[0]],
      textStyle: { fontFamily: FONT, color: INK },
      title: titleOf(title),
      legend: { ...LEGEND, show: true },
      grid: { left: 72, right: 32, top: 92, bottom: 52 },
      xAxis: {
        type: 'category',
        data: [...categories],
        axisLabel: {
          color: INK,
          interval: 0,
          width: (WIDTH - 104) / categories.length - 8,
          overflow: 'break',
        },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: INK } },
      },
      yAxis: { ...axis(unit), nameGap: 48, splitLine: { lineStyle: { color: FAINT } } },
      series: series.map(({ name, values }) => ({
        type: 'bar' as const,
        name,
        silent: true,
        data: values.map((value) => value ?? null),
        barMaxWidth: 60,
        label: { show: true, position: 'top', color: INK, fontSize: 11, formatter: label },
      })),
    });
    return documentOf(chart.renderToSVGString(), title);
  } finally {
    chart.dispose();
  }
}

/** With a title for those who don't see it, without what ECharts adds for pointers. */
export function documentOf(svg: string, title: string): string {
  const still = svg
    .replace(/<style[\s\S]*?<\/style>\n?/g, '')
    .replace(/ (class|pointer-events)="[^"]*"/g, '');
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `${still.replace('>', `><title>${escaped}</title>`)}\n`;
}

function titleOf(text: string) {
  return { text, left: 16, top: 12, textStyle: { fontSize: 15, fontWeight: 600, color: INK } };
}

function axis(name: string) {
  return {
    type: 'value' as const,
    min: 0,
    silent: true,
    name,
    nameLocation: 'middle' as const,
    nameTextStyle: { color: INK },
    axisLabel: { color: INK },
    axisLine: { show: true, lineStyle: { color: INK } },
  };
}

/** The axis ends where the data does, at a whole number. */
function lastOf(series: Plot['series']): number {
  return Math.ceil(Math.max(...series.flatMap(({ points }) => points.map(([at]) => at))));
}
