/** The console's own icons: 20 by 20, drawn by strokes in the color of the text. */

const PATHS = {
  home: 'M3 9.5 10 4l7 5.5V16H3Z M8 16v-4h4v4',
  orders: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17Z M8 7h4M8 10h4',
  inbox: 'M3 11 5 4h10l2 7v5H3Z M3 11h4l1 2h4l1-2h4',
  guides: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z M4 17c.4-3.2 2.8-5 6-5s5.6 1.8 6 5',
  calendar: 'M3.5 5h13v11.5h-13Z M3.5 8.5h13M7 3v3.5M13 3v3.5',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z M13 13l4 4',
  money: 'M3 5.5h14v9H3Z M10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z M5.5 10h.01M14.5 10h.01',
  chart: 'M4 3.5v13h13 M7.5 13.5v-3M11 13.5v-7M14.5 13.5v-5',
  keys: 'M7 13a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z M10.5 9.5H17v3M14 9.5V12',
  endpoint: 'M4 10h9M10 6l4 4-4 4M16.5 4v12',
  deliveries: 'M3 4l14 6-14 6 2.5-6Z M5.5 10H17',
  requests: 'M4 5h12M4 10h12M4 15h7',
  explorer: 'M4 5l4 5-4 5M10.5 15H16',
  company: 'M4 17V4h8v13M12 8h4v9M2.5 17h15M7 7.5h2M7 10.5h2M7 13.5h2',
  shield: 'M10 3l6 2v5c0 3.5-2.5 6-6 7-3.5-1-6-3.5-6-7V5Z',
  team: 'M7.5 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z M2.5 16c.3-2.7 2.2-4.5 5-4.5s4.7 1.8 5 4.5M13 4.3a2.5 2.5 0 0 1 0 4.5M14.5 11.8c1.8.6 2.8 2.1 3 4.2',
  link: 'M8.5 11.5l3-3M9 6.5l1.5-1.5a3 3 0 0 1 4.5 4.5L13.5 11M11 13.5 9.5 15A3 3 0 0 1 5 10.5L6.5 9',
  audit: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z M10 6v4l3 2',
  desk: 'M3 8h14M4.5 8v8M15.5 8v8M6 8l1-4h6l1 4M10 11.5h5.5',
  star: 'M10 3.5l2 4.2 4.5.6-3.3 3.2.8 4.5-4-2.2-4 2.2.8-4.5L3.5 8.3 8 7.7Z',
  tools: 'M12 4a3.5 3.5 0 0 0-3.3 4.7L3.5 14 6 16.5l5.3-5.2A3.5 3.5 0 0 0 16 8l-2.2 1.5L11.5 8.5 11 6Z',
  message: 'M3.5 4.5h13v9h-7L6 16.5v-3H3.5Z',
  lock: 'M5 9h10v7.5H5Z M7 9V6.5a3 3 0 0 1 6 0V9',
  bell: 'M4 14.5h12l-1.5-2V9a4.5 4.5 0 0 0-9 0v3.5Z M10 4.5V3M8.5 17h3',
  menu: 'M3 6h14M3 10h14M3 14h14',
  close: 'M5 5l10 10M15 5 5 15',
  check: 'M4 10.5l4 4 8-9',
  copy: 'M7 7h9v9H7Z M13 7V4H4v9h3',
  chevron: 'M6 8l4 4 4-4',
  arrow: 'M4 10h11M11 6l4 4-4 4',
  back: 'M16 10H5M9 6l-4 4 4 4',
  plus: 'M10 4v12M4 10h12',
  warning: 'M10 3.5 17.5 16h-15Z M10 8v4M10 14h.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z M10 9v4.5M10 6.5h.01',
  sun: 'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z M10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M4.7 15.3l1-1M14.3 5.7l1-1',
  download: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
  upload: 'M10 13V4M6 7.5l4-4 4 4M4 16.5h12',
  mark: 'M5.5 3.5h9v13l-4.5-3.2-4.5 3.2Z',
  marked: 'M5.5 3.5h9v13l-4.5-3.2-4.5 3.2Z M7.5 7.5 9.5 9.5 13 6',
  peek: 'M3 4.5h14v11H3Z M11.5 4.5v11',
  columns: 'M3.5 4.5h13v11h-13Z M8 4.5v11M12.5 4.5v11',
  refresh: 'M15.5 8.5A6 6 0 1 0 16 11.5M16 4.5v4h-4',
  out: 'M8 4H4v12h4M8 10h9M14 7l3 3-3 3',
} as const;
export type IconName = keyof typeof PATHS;

/** Decoration beside a word; give `title` where it is alone. */
export function Icon({ name, title, size = 20 }: { name: IconName; title?: string; size?: 16 | 20 }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: without a title it is decoration, and hidden
    <svg
      className="icon"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={title ? 'img' : undefined}
      aria-hidden={title ? undefined : true}
    >
      {title && <title>{title}</title>}
      <path d={PATHS[name]} />
    </svg>
  );
}
