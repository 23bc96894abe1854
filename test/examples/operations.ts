import { describeApi } from '../../api/document.ts';

type Content = Readonly<Record<string, { readonly schema: object }>>;
type Place = 'path' | 'query' | 'header';

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: Place;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface Operation extends DescribedOperation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
}

/** As much of the OpenAPI document as examples are held against. */
export interface ApiDocument {
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

export const readDocument = async (): Promise<ApiDocument> => (await describeApi()) as ApiDocument;

/** Every operation of the document, by its id; with what it refers to, but for the names of schemas. */
export function operationsOf(document: ApiDocument): ReadonlyMap<string, Operation> {
  const paths = resolved(document.paths, document) as ApiDocument['paths'];
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]): [string, Operation] => [
      described.operationId,
      { ...described, method: method.toUpperCase(), path },
    ]),
  );
  return new Map(all);
}

/** Those that have examples and samples: what answers files alone has none. */
export function exemplary(operations: ReadonlyMap<string, Operation>): ReadonlyMap<string, Operation> {
  const answersJson = ({ responses }: Operation) => 'application/json' in (responses['200']?.content ?? {});
  return new Map([...operations].filter(([, operation]) => answersJson(operation)));
}

function resolved(value: unknown, document: ApiDocument): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: string };
  if ($ref?.startsWith('#/components/schemas/')) return value;
  if ($ref !== undefined) return resolved(valueAt(document, $ref), document);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, document)]));
}

function valueAt(document: ApiDocument, reference: string): unknown {
  const names = reference.split('/').slice(1);
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], document);
}
