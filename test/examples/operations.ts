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

/** Every operation of the document, by its id. */
export function operationsOf({ paths }: ApiDocument): ReadonlyMap<string, Operation> {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]): [string, Operation] => [
      described.operationId,
      { ...described, method: method.toUpperCase(), path },
    ]),
  );
  return new Map(all);
}
