/** What requests take and answers have, by operation, from the types made from the OpenAPI document. */
import type { components, operations, webhooks } from './generated/openapi.ts';

/** Everything that the platform can be asked, by its name in the OpenAPI document. */
export type OperationId = Exclude<keyof operations, `receive_${string}`>;

/** What an operation answers: `data` of the envelope. */
export type Data<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Answer } } };
}
  ? Answer
  : never;

/** The media types of an operation's answers that are files. */
export type FileType<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: infer Contents } };
}
  ? Exclude<keyof Contents & string, 'application/json'>
  : never;

/** An operation's JSON body. */
export type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Content } };
}
  ? Content
  : never;

/** An operation's query parameters. */
export type Query<Id extends OperationId> = operations[Id] extends {
  parameters: { query?: infer Parameters };
}
  ? NonNullable<Parameters>
  : never;

type Schemas = components['schemas'];
/** A schema of the OpenAPI document by its name, for example `Schema<'Order'>`. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];

type EventBodies = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
};
export type EventType = keyof EventBodies;
/** The body of a notification, and an entry of the event feed; `type` says which of them it is. */
export type GuidepostEvent = EventBodies[EventType];
/** The event of one type: `EventOf<'order.status_changed'>`. */
export type EventOf<Type extends EventType> = EventBodies[Type];
