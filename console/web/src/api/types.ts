/** Types of the API's operations, of the ones that the SDK generates from the OpenAPI document. */
export type { Body, Data, OperationId, Query, Schema } from '../../../../packages/sdk/src/types.ts';
