/** The console's own routes by method and address, with what each takes and answers: generated from the routes themselves. */
import type { operations } from './generated/routes.ts';

/** `POST /api/{company}/console/team/leave` */
export type Route = keyof operations;

/** What it answers: `data` of the envelope. */
export type Answer<One extends Route> = operations[One] extends {
  responses: { 200: { content: { 'application/json': infer Data } } };
}
  ? Data
  : never;

/** Its JSON body; of a form, or a picture, that itself. */
export type RouteBody<One extends Route> = operations[One] extends {
  requestBody: { content: { 'application/json': infer Content } };
}
  ? Sent<Content>
  : FormData | Blob;

/** What is sent is changed by nobody. */
type Sent<Value> = Value extends object ? { readonly [Name in keyof Value]: Sent<Value[Name]> } : Value;

/** Its query. */
export type RouteQuery<One extends Route> = operations[One] extends { parameters: { query?: infer Names } }
  ? NonNullable<Names>
  : never;

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The parameters of an address: `{ orderId: string }`. */
export type ParamsOf<Address extends string> = { [Name in Names<Address>]: string | number };

/** An address with its parameters. */
export function fill(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
