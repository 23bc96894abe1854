import * as echarts from 'echarts';
import type { ReceivedSpan } from '../../../test/support/network/otlp-receiver.ts';
import { documentOf, FONT } from './plot.ts';

const WIDTH = 1_100;
const ROW = 24;
const COLOURS: Record<string, string> = { 'guidepost-api': '#0072b2' };
const OTHERS = '#d55e00';

/** A trace as bars under each other, from the first span to the last: an SVG document. */
export function drawTrace(title: string, spans: readonly ReceivedSpan[]): string {
  const ordered = [...spans].sort(
    (one, other) => one.startedAt - other.startedAt || depthOf(one, spans) - depthOf(other, spans),
  );
  const beganAt = ordered[0]!.startedAt;
  const height = 110 + ordered.length * ROW;
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  try {
    chart.setOption({
      animation: false,
      backgroundColor: '#ffffff',
      textStyle: { fontFamily: FONT },
      title: {
        text: title,
        subtext: 'blue: API; orange: worker',
        left: 16,
        top: 8,
        textStyle: { fontSize: 15 },
      },
      grid: { left: 290, right: 90, top: 64, bottom: 40 },
      xAxis: { type: 'value', name: 'ms', min: 0 },
      yAxis: {
        type: 'category',
        inverse: true,
        data: ordered.map((span) => `${'\u00a0\u00a0\u00a0'.repeat(depthOf(span, spans))}${span.name}`),
        axisTick: { show: false },
        axisLabel: { align: 'left', margin: 270 },
      },
      series: [
        {
          type: 'bar',
          stack: 'time',
          silent: true,
          itemStyle: { color: 'transparent' },
          data: ordered.map(({ startedAt }) => startedAt - beganAt),
        },
        {
          type: 'bar',
          stack: 'time',
          silent: true,
          barMinHeight: 2,
          label: {
            show: true,
            position: 'right',
            formatter: ({ value }: { readonly value: unknown }) => `${Number(value).toFixed(1)} ms`,
          },
          data: ordered.map(barOf),
        },
      ],
    });
    return documentOf(chart.renderToSVGString(), title);
  } finally {
    chart.dispose();
  }
}

function barOf({ service, startedAt, endedAt }: ReceivedSpan) {
  return { value: endedAt - startedAt, itemStyle: { color: COLOURS[service] ?? OTHERS } };
}

/** How many spans are above it. */
function depthOf({ parentSpanId }: ReceivedSpan, spans: readonly ReceivedSpan[]): number {
  let depth = 0;
  for (let above = parentSpanId; above !== undefined; depth += 1)
    above = spans.find(({ spanId }) => spanId === above)?.parentSpanId;
  return depth;
}
