/** The API's operations as the pages ask for them: under the session, below a company. */
import { ROUTES } from '../../../../packages/sdk/src/generated/operations.ts';

export { ROUTES };

type Routes = typeof ROUTES;

/** An operation that the console asks under the session: any below /open/v1/ but that of tokens. */
export type Operation = Exclude<
  { [Id in keyof Routes]: Routes[Id] extends `${string} /open/v1/${string}` ? Id : never }[keyof Routes],
  'issueToken'
>;

/** Their ids, in the reference's order. */
export const OPERATION_IDS = Object.entries(ROUTES)
  .filter(([id, route]) => route.includes(' /open/v1/') && id !== 'issueToken')
  .map(([id]) => id);

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The parameters in an operation's address: `{ orderId: string }`. */
export type Params<Id extends Operation> = { [Name in Names<Routes[Id]>]: string };
