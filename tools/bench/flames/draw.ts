import { documentOf, emptyChart, FONT } from '../support/plot.ts';
import { type Flame, ownShares } from './stacks.ts';

const WIDTH = 1_200;
const ROW = 16;
const MARGIN = 10;
const HEAD = 66;
/** Of the whole; what is less is left out. */
const LEAST = 0.005;
/** Pixels of a letter, at most but for wide ones. */
const LETTER = 6.1;
const COLOURS = ['#e69f00', '#7fbfe5', '#9fd6b2', '#e3b7d0', '#d5d9de'];

/**
 * A flame graph: the outermost calls at the bottom, what they call above them, each as wide as its share of the samples.
 * The legend says how much was in the code of each itself.
 * @param owners in the order of their colours.
 */
export function drawFlame(title: string, root: Flame, owners: readonly string[]): string {
  const boxes = boxesOf(root);
  const height = HEAD + (1 + Math.max(...boxes.map(({ depth }) => depth))) * ROW + MARGIN;
  const chart = emptyChart(WIDTH, height);
  const colourOf = (owner: string) => COLOURS[owners.indexOf(owner)] ?? COLOURS.at(-1)!;
  const text = (words: string, x: number, y: number, font: string) => ({
    type: 'text',
    silent: true,
    style: { text: words, x, y, fill: '#24292f', font },
  });
  const box = (x: number, y: number, width: number, fill: string) => ({
    type: 'rect',
    silent: true,
    shape: { x: rounded(x), y, width: rounded(width), height: ROW - 1 },
    style: { fill },
  });
  const shares = ownShares(root);
  const legend = owners.flatMap((owner, index) => [
    box(MARGIN + index * 220, 39, 14, COLOURS[index]!),
    text(`${owner} ${percent(shares.get(owner) ?? 0)}`, MARGIN + 20 + index * 220, 41, `12px ${FONT}`),
  ]);
  const flames = boxes.flatMap(({ name, owner, depth, from, share }) => {
    const [x, width] = [MARGIN + from * (WIDTH - 2 * MARGIN), share * (WIDTH - 2 * MARGIN)];
    const y = height - MARGIN - (depth + 1) * ROW;
    const words = cut(name, Math.floor((width - 5) / LETTER));
    return [
      box(x, y, Math.max(width - 0.5, 0.5), colourOf(owner)),
      ...(words ? [text(words, rounded(x + 3), y + 3, `10px ${FONT}`)] : []),
    ];
  });
  try {
    chart.setOption({
      animation: false,
      backgroundColor: '#ffffff',
      graphic: [text(title, MARGIN, 12, `600 15px ${FONT}`), ...legend, ...flames],
    });
    return documentOf(chart.renderToSVGString(), title);
  } finally {
    chart.dispose();
  }
}

interface Box {
  readonly name: string;
  readonly owner: string;
  readonly depth: number;
  /** Shares of the whole. */
  readonly from: number;
  readonly share: number;
}

function boxesOf(root: Flame): Box[] {
  const boxes: Box[] = [];
  const walk = (flame: Flame, depth: number, start: number) => {
    let from = start;
    for (const call of [...flame.calls.values()].sort((one, other) => other.weight - one.weight)) {
      const share = call.weight / root.weight;
      if (share < LEAST) continue;
      boxes.push({ name: call.name, owner: call.owner, depth, from, share });
      walk(call, depth + 1, from);
      from += share;
    }
  };
  walk(root, 0, 0);
  return boxes;
}

function cut(name: string, letters: number): string {
  if (name.length <= letters) return name;
  return letters < 4 ? '' : `${name.slice(0, letters - 1)}…`;
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
