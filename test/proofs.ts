/** What `npm run proof -- NAME` runs: each name, what it shows, how long that takes, and the command. */

export interface Proof {
  readonly shows: string;
  /** On two cores. */
  readonly takes: string;
  /** A program of this checkout, or what jest has to run. */
  readonly program?: string;
  readonly jest?: readonly string[];
  /** Needs what `npm run bench` installs first (tools/bench/packages.ts). */
  readonly withBenchPackages?: true;
}

/** Long forms and searches: nothing is written to the checkout. */
const PROOFS: Readonly<Record<string, Proof>> = {
  storm: {
    shows: 'orders that move at random moments, replayed from every point at which a worker can die',
    takes: '10 minutes',
    jest: ['--testMatch', '**/*.search.ts'],
  },
  parties: {
    shows: '200 orders of which agency and studio hear, each with one endpoint of two that never answers',
    takes: '2 minutes',
    jest: ['--testMatch', '**/*.proof.ts'],
  },
  places: {
    shows: 'the last place of a departure, 1,000 times (ROUNDS), by twenty clients at once: one has it',
    takes: '5 minutes',
    jest: ['-w', '1', '--testMatch', '**/*.places.ts'],
  },
  offers: {
    shows:
      'offers at an instant, 100,000 (OFFERS) of quotes, bookings, calendar and OCTO, against a model in Python that read the documentation',
    takes: '5 minutes',
    jest: ['-w', '1', '--testMatch', '**/*.offers.ts'],
  },
  fire: {
    shows:
      '500 bookings, each sent three times, while the API is killed again and again: each is made once; needs DATABASE_URL',
    takes: '5 minutes',
    program: 'test/security/idempotency-under-fire.ts',
  },
  unread: {
    shows:
      'clients that pipeline and never read: memory, and how long honest clients wait; needs DATABASE_URL',
    takes: '--seconds 60',
    program: 'test/security/unread-answers.ts',
  },
  'attack:bodies': {
    shows: 'connections that send one byte of a body: how long honest clients wait; needs DATABASE_URL',
    takes: '--seconds 60',
    program: 'test/security/unfinished-bodies.ts',
  },
  'attack:uploads': {
    shows: 'uploads that never end: how long honest clients wait, and memory; needs DATABASE_URL',
    takes: '--seconds 60',
    program: 'test/security/unfinished-uploads.ts',
  },
  fuzz: {
    shows: 'made-up requests to every operation, by schemathesis: no crash, no answer that breaks its schema',
    takes: '15 minutes',
    program: 'test/security/fuzz/run.ts',
  },
  egress: {
    shows: "callbacks go out through Stripe's smokescreen: what it refuses, its death and its return",
    takes: '2 minutes',
    jest: ['-w', '1', '--testMatch', '**/*.smokescreen.ts'],
  },
  compose: {
    shows: "docker-compose.yml, and each file that is laid over it, are what Compose's own library takes",
    takes: '1 minute',
    jest: ['-w', '1', '--testMatch', '**/compose.applied.ts'],
  },
  kubernetes: {
    shows:
      'deploy/kubernetes applied to a real API server, with each component: nothing refused, pods that roll',
    takes: '2 minutes',
    jest: ['-w', '1', '--testMatch', '**/kubernetes.applied.ts'],
  },
  pooler: {
    shows: 'orders live over PgBouncer with transaction pooling, on fewer connections than processes',
    takes: '1 minute',
    jest: ['-w', '1', '--testMatch', '**/*.pooled.ts'],
  },
  'faults:start': {
    shows: '`npm start` killed, its ports taken, its files cut in half',
    takes: '15 minutes',
    program: 'test/faults/start/run.ts',
  },
  drill: {
    shows:
      'a backup put back, a logical dump, a point in time, a lost Temporal, a full disk, clocks that jump: each with a platform of its own',
    takes: '25 minutes',
    program: 'test/faults/drill.ts',
  },
  ramp: {
    shows:
      'a bad release gets 5 % of new orders, and is withdrawn by the command, by the platform itself, and with a kill in between; Linux',
    takes: '6 minutes',
    program: 'test/faults/ramp/run.ts',
  },
  alerts: {
    shows: 'real failures fire the alerts of a real Prometheus, which go silent when they are mended',
    takes: '15 minutes',
    program: 'test/alerts/run.ts',
    withBenchPackages: true,
  },
  blind: {
    shows:
      'each part of the topology frozen, killed, read-only, quiet and under load: exactly the alert that its runbook names, within two minutes; --only, --how, --load',
    takes: '4 hours',
    program: 'test/alerts/blind/run.ts',
  },
  'octo:validate': {
    shows: "OCTO's public validator passes, unmodified (OCTO_VALIDATOR names its checkout)",
    takes: '1 minute',
    jest: ['-w', '1', 'test/octo/validator.test.ts'],
  },
  clients: {
    shows: 'clients of ten generators compile and place a first order',
    takes: '10 minutes',
    jest: ['-w', '1', '--testMatch', '**/*.generated.ts'],
  },
  samples: {
    shows: 'every sample of the documentation works against a real platform',
    takes: '2 minutes',
    jest: ['-w', '1', '--testMatch', '**/*.samples.ts'],
  },
  'sdk:packed': {
    shows: 'the SDK as it is published: installed into an empty folder, type-checked, used',
    takes: '2 minutes',
    jest: ['-w', '1', '--testMatch', '**/sdk/*.packed.ts'],
  },
  'openapi:lint': {
    shows: 'redocly and spectral find nothing in the OpenAPI documents (fetched by npx)',
    takes: '1 minute',
    program: 'test/openapi/lint.ts',
  },
  'docs:check': {
    shows: 'the built documentation in a browser: policy, accessibility, narrow screens, keyboard',
    takes: '2 minutes',
    program: 'tools/site/check/index.ts',
  },
};

/** Each writes files of the checkout anew, from what really happens. */
const RECORDINGS: Readonly<Record<string, Proof>> = {
  'examples:record': {
    shows: 'requests, answers and notifications of contract/examples',
    takes: '1 minute',
    jest: ['-w', '1', '--testMatch', '**/*.recording.ts'],
  },
  histories: {
    shows: 'the workflow histories of test/histories',
    takes: '5 minutes',
    jest: ['--testMatch', '**/*.record.ts'],
  },
  'console:pictures': {
    shows: 'every page of the console at three widths, light and dark (PICTURES names the folder)',
    takes: '5 minutes',
    jest: ['-w', '1', '--testMatch', '**/*.pictures.ts'],
  },
  'console:firefox': {
    shows: 'every page of the console in Firefox, and what people do most; needs Firefox (FIREFOX names it)',
    takes: '30 minutes',
    jest: ['-w', '1', '--testMatch', '**/*.firefox.ts'],
  },
  'release:bundle': {
    shows: 'the workflows of this release, which the next one is tested beside',
    takes: '1 minute',
    program: 'test/releases/bundle.ts',
  },
};

export const PROOF_GROUPS = { Proofs: PROOFS, Recordings: RECORDINGS };
