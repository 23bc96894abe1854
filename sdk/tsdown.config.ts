/** What is published: see scripts/pack.ts. */
export default {
  entry: ['src/index.ts', 'src/webhooks/index.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  // By isolated declarations, which need no compiler.
  dts: { oxc: true },
  minify: true,
  outDir: 'dist',
};
