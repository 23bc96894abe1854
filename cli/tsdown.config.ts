/** What is published: see scripts/pack.ts. */
export default {
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  // The SDK and the platform's own rules become part of it; other packages stay packages.
  deps: { alwaysBundle: ['@guidepost/sdk'] },
  outDir: 'dist',
};
