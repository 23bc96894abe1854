/**
 * Runs the scenarios of OCTO's public validator against an endpoint, and prints what came of each as JSON. Started by
 * test/octo/validator.test.ts with the checkout's own `tsx`: `tsx validator-run.ts CHECKOUT ENDPOINT TOKEN`.
 *
 * The validator books the same start of the same product once and again, and takes for granted that there is room for
 * many parties. A guide goes with one at a time, so before each scenario what the one before has left is cancelled.
 * The scenarios themselves are the validator's, as they are.
 */
const [checkout, endpoint, token] = process.argv.slice(2) as [string, string, string];
const validation = `${checkout}/backend/src/common/validation/supplier/services/validation`;

interface Scenario {
  validate(context: Context): Promise<ScenarioResult>;
}
interface ScenarioResult {
  name: string;
  validationResult: string;
  errors: { type: string; message: string }[];
  request: unknown;
  response: { status: number; body: unknown } | null;
}
interface Flow {
  getName(): string;
  validate(context: Context): Promise<{ scenarios: ScenarioResult[] }>;
  validateScenarios(scenarios: Scenario[], context: Context): unknown;
}
interface Context {
  useRequestContext: boolean;
  terminateValidation: boolean;
  setSchema(schema: object): void;
}

const FLOWS = [
  'Supplier/SupplierFlow',
  'Product/ProductFlow',
  'Availability/AvailabilityCalendarFlow',
  'Availability/AvailabilityFlow',
  'Booking/BookingReservationFlow',
  'Booking/BookingExtendFlow',
  'Booking/BookingConfirmationFlow',
  'Booking/BookingUpdateFlow',
  'Booking/BookingCancellationFlow',
  'Booking/BookingGetFlow',
  'Booking/BookingListFlow',
];

async function load<Class>(path: string): Promise<new () => Class> {
  const name = path.split('/').at(-1)!;
  return ((await import(`${validation}/${path}.ts`)) as Record<string, new () => Class>)[name]!;
}

const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

async function cancelWhatIsLeft(): Promise<void> {
  const days = [0, 90].map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10));
  const query = `localDateStart=${days[0]}&localDateEnd=${days[1]}`;
  for (let url: string | undefined = `${endpoint}/bookings?${query}`; url; ) {
    const answer: Response = await fetch(url, { headers });
    const bookings = (await answer.json()) as { uuid: string; cancellable: boolean }[];
    for (const { uuid } of bookings.filter(({ cancellable }) => cancellable)) {
      await fetch(`${endpoint}/bookings/${uuid}/cancel`, { method: 'POST', headers, body: '{}' });
    }
    const next = /^<[^>]*\?([^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1];
    url = next === undefined ? undefined : `${endpoint}/bookings?${next}`;
  }
}

async function run(flows: readonly string[]) {
  const context = new (await load<Context>('context/Context'))();
  context.useRequestContext = false;
  context.setSchema({ backend: { endpoint, headers: { Authorization: headers.authorization } } });
  const results: object[] = [];
  for (const path of flows) {
    const flow = new (await load<Flow>(`Flows/${path}`))();
    const validateScenarios = flow.validateScenarios;
    flow.validateScenarios = (scenarios, given) =>
      validateScenarios(
        scenarios.map((scenario) => ({
          async validate(own) {
            await cancelWhatIsLeft();
            return await scenario.validate(own);
          },
        })),
        given,
      );
    await cancelWhatIsLeft();
    const { scenarios } = await flow.validate(context);
    for (const { name, validationResult, errors, request, response } of scenarios) {
      const told = validationResult === 'SUCCESS' ? {} : { errors, request, response };
      results.push({ flow: flow.getName(), scenario: name, result: validationResult, ...told });
    }
    if (context.terminateValidation) break;
  }
  return results;
}

// The scenarios print each request.
console.log = () => undefined;
const core = await run(FLOWS);
// The validator leaves this flow out; with it the others ask for octo/pricing, and look at prices.
const pricing = await run(['Capabilites/CapabilitiesFlow', ...FLOWS]);
process.stdout.write(JSON.stringify({ core, pricing }));
process.exit(0);
