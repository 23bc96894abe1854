/** Headers, parameters and answers that several operations have: each is written once, in the document's components. */
import { mapValues } from './openapi-forms.ts';
import { HEADERS } from './openapi-headers.ts';
import { type Answer, type Document, mapOperations, type Parameter } from './openapi-operations.ts';
import { codesIn, withRanges } from './openapi-refusals.ts';

/** What is equal to something that was there before is referred to by the same name. */
class Shelf<Item extends object> {
  readonly #kind: string;
  readonly #counts = new Map<string, number>();
  readonly #named = new Map<string, string>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  note(item: Item): void {
    const text = JSON.stringify(item);
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  /** The item itself if it is used once, or if its name already means something else. */
  refer(name: string, item: Item): Item {
    const text = JSON.stringify(item);
    const isAlone = (this.#counts.get(text) ?? 0) < 2;
    if (isAlone || (this.#named.get(name) ?? text) !== text) return item;
    this.#named.set(name, text);
    return { $ref: `#/components/${this.#kind}/${name}` } as unknown as Item;
  }

  items(): Record<string, Item> {
    const sorted = [...this.#named].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, text]) => [name, JSON.parse(text)]));
  }
}

/** The document with references in place of what is shared. */
export function withShared<Given extends Document>(given: Given): Given {
  const parameters = new Shelf<Parameter>('parameters');
  const responses = new Shelf<Answer>('responses');
  const document = mapOperations(given, ({ parameters = [], responses = {}, ...operation }) => ({
    ...operation,
    ...(parameters.length > 0 && { parameters: parameters.map(plainParameter) }),
    responses: mapValues(withRanges(responses), plainAnswer),
  }));
  mapOperations(document, (operation) => {
    for (const one of operation.parameters ?? []) parameters.note(one);
    for (const one of Object.values(operation.responses ?? {})) responses.note(one);
    return operation;
  });
  const shared = mapOperations(document, (operation) => ({
    ...operation,
    ...(operation.parameters && {
      parameters: operation.parameters.map((one) => parameters.refer(componentName(one.name), one)),
    }),
    responses: mapValues(operation.responses ?? {}, (one) => responses.refer(answerName(one), one)),
  }));
  const components = {
    ...shared.components,
    responses: responses.items(),
    parameters: parameters.items(),
    headers: HEADERS,
  };
  return { ...shared, components };
}

/** What need not be said is left out. */
function plainParameter({ required, ...parameter }: Parameter): Parameter {
  const name = parameter.in === 'header' ? headerName(parameter.name) : parameter.name;
  return { ...parameter, name, ...(required ? { required } : {}) };
}

/** `Idempotency-Key`; Standard Webhooks writes its own in lower case. */
function headerName(name: string): string {
  return name.startsWith('webhook-') ? name : name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function plainAnswer({ headers, ...answer }: Answer): Answer {
  if (headers === undefined) return answer;
  return { ...answer, headers: mapValues(headers, (_, name) => ({ $ref: `#/components/headers/${name}` })) };
}

/** `idempotency-key` → `IdempotencyKey`. */
function componentName(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `Order` of `OrderResponse`; `Error40903Or40904` by the codes of the description. */
function answerName(answer: Answer): string {
  const codes = codesIn(answer);
  const isRange = answer.description.startsWith('Of any operation');
  if (isRange) return `Error${String(codes[0])[0]}XX`;
  if (codes.length > 0) return `Error${codes.join('Or')}`;
  const { $ref: reference = '' } = (answer.content?.['application/json']?.schema ?? {}) as { $ref?: string };
  return reference
    .split('/')
    .at(-1)!
    .replace(/Response$/, '');
}
