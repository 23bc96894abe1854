/**
 * Runs the flows of OCTO's public validator against an endpoint, as they are and in its order, and prints what came of each
 * scenario as JSON. Started by test/octo/validator.test.ts with the checkout's own `tsx`:
 * `tsx validator-run.ts CHECKOUT ENDPOINT KEY`. (Its own controller also writes to a log in a database.)
 */
const [checkout, endpoint, key] = process.argv.slice(2) as [string, string, string];
const validation = `${checkout}/backend/src/common/validation/supplier/services/validation`;

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

async function run(flows: readonly string[]) {
  const context = new (await load<Context>('context/Context'))();
  context.useRequestContext = false;
  context.setSchema({ backend: { endpoint, headers: { Authorization: `Bearer ${key}` } } });
  const results: object[] = [];
  for (const path of flows) {
    const flow = new (await load<Flow>(`Flows/${path}`))();
    const { scenarios } = await flow.validate(context);
    for (const { name, validationResult, errors, request, response } of scenarios) {
      const notified = validationResult === 'SUCCESS' ? {} : { errors, request, response };
      results.push({ flow: flow.getName(), scenario: name, result: validationResult, ...notified });
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
