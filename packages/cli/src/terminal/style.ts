import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

export interface Style {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly accent: (text: string) => string;
}

/**
 * Colours for a stream: on a terminal only, unless NO_COLOR (no-color.org) or `TERM=dumb` says otherwise; FORCE_COLOR
 * has them anywhere, except with `--no-color`.
 */
export function styleFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
  noColour = false,
): Style {
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '' && env.FORCE_COLOR !== '0';
  const isWanted = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const isColoured = !noColour && (isForced || isWanted);
  // Node 20 has no third parameter and colours always; later ones would check their own stdout.
  const by = (format: Format) => (text: string) =>
    isColoured ? styleText(format, text, { validateStream: false }) : text;
  return {
    good: by('green'),
    bad: by('red'),
    warn: by('yellow'),
    dim: by('dim'),
    strong: by('bold'),
    accent: by('cyan'),
  };
}
