/** What the steps that write the OpenAPI document see of its operations. */
import { mapValues, type Schema } from './openapi-forms.ts';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
export type Content = Readonly<Record<string, { readonly schema: Schema }>>;
export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}
export interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses?: Readonly<Record<string, Answer>>;
}
export interface Document {
  readonly components?: object;
  readonly paths?: Readonly<Record<string, object | undefined>>;
  readonly webhooks?: Readonly<Record<string, object | undefined>>;
}

/** The document with every operation replaced, those that we call at our merchants' too. */
export function mapOperations<Given extends Document>(
  document: Given,
  change: (operation: Operation) => Operation,
): Given {
  const items = (given: Document['paths'] = {}) =>
    mapValues(given, (item) => mapValues(item as Record<string, Operation>, change));
  return { ...document, paths: items(document.paths), webhooks: items(document.webhooks) };
}
