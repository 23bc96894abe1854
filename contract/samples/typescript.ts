import { METHODS, NOUNS } from '../../packages/sdk/src/generated/operations.ts';
import { type Call, variableOf } from './call.ts';
import { literal, type Syntax } from './literals.ts';

const TYPESCRIPT: Syntax = {
  indent: 2,
  width: 88,
  padding: ' ',
  trailingComma: ',',
  key: (name) => (/^\w+$/.test(name) ? name : `'${name}'`),
  atom: (value) => (typeof value === 'string' ? quoted(value) : String(value)),
  variable: (member) => variableOf(member) && `process.env.${variableOf(member)}!`,
};

const quoted = (text: string) =>
  text.includes("'") || text.includes('\n') ? JSON.stringify(text) : `'${text}'`;

export function typescriptSample(call: Call): string {
  return `// npm install "$GUIDEPOST_BASE_URL/packages/sdk.tgz"
import { Guidepost } from '@guidepost/sdk';

const guidepost = new Guidepost({
  baseUrl: process.env.GUIDEPOST_BASE_URL!,
  clientId: process.env.GUIDEPOST_CLIENT_ID!,
  clientSecret: process.env.GUIDEPOST_CLIENT_SECRET!,${call.scope === undefined ? '' : `\n  scope: '${call.scope}',`}
});
${actingFor(call)}
${isList(call) ? loop(call) : single(call)}`;
}

/** A provider names the merchant that it acts for. */
function actingFor({ request }: Call): string {
  const merchant = request.headers?.['on-behalf-of'];
  return merchant === undefined ? '' : `const merchant = guidepost.onBehalfOf('${merchant}');\n`;
}

function single(call: Call): string {
  const name = nameOf(call.operationId);
  return `const ${name} = await ${invocation(call, `const ${name} = await `.length)};\nconsole.log(${name});`;
}

function loop(call: Call): string {
  const name = NOUNS[call.operationId] ?? 'item';
  const start = `for await (const ${name} of `;
  return `${start}${invocation(call, start.length + 3)}) {\n  console.log(${name});\n}`;
}

/** The SDK reads them page by page. */
const isList = ({ operationId }: Call) => operationId.startsWith('list');

/** `guidepost.orders.get('ORD…')` */
function invocation(call: Call, column: number): string {
  const { operationId, request } = call;
  const client = request.headers?.['on-behalf-of'] === undefined ? 'guidepost' : 'merchant';
  const callee = `${client}.${METHODS[operationId as keyof typeof METHODS]}`;
  const args = argumentsOf(call);
  const start = column + callee.length + 1;
  const flat = args.map((value) => literal(value, { ...TYPESCRIPT, width: Number.POSITIVE_INFINITY }));
  if (start + flat.join(', ').length + 2 <= TYPESCRIPT.width) return `${callee}(${flat.join(', ')})`;
  const objects = args.filter((value) => typeof value === 'object');
  if (objects.length > 1) {
    return `${callee}(\n${args.map((value) => `  ${literal(value, TYPESCRIPT, 4, 1)},\n`).join('')})`;
  }
  const hugging = args.map((value) => literal(value, TYPESCRIPT, TYPESCRIPT.width));
  return `${callee}(${hugging.join(', ')})`;
}

/** The path's parameters, then query or body, then options (packages/sdk/src/resources). */
function argumentsOf({ operationId, request }: Call): unknown[] {
  // The SDK has its credentials, and says what kind of grant it is.
  if (operationId === 'issueToken') return [];
  const key = request.headers?.['idempotency-key'];
  return [
    ...Object.values(request.path ?? {}),
    ...(request.query ? [request.query] : []),
    ...(request.body ? [request.body] : []),
    ...(key === undefined ? [] : [{ idempotencyKey: key }]),
  ];
}

/** By the last part of the operation's name, unless the table says how (contract/operations). */
function nameOf(operationId: string): string {
  const noun = operationId.replace(/^[a-z]+(Callback|Sandbox)?(?=[A-Z])/, '');
  return NOUNS[operationId] ?? noun.charAt(0).toLowerCase() + noun.slice(1);
}
