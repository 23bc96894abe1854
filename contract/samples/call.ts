import type { Example, ExampleRequest } from '../examples/index.ts';

/** An operation with its example. */
export interface Call extends Omit<Example, 'request'> {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly request: ExampleRequest;
}

/** Members that are secrets or the caller's own, and the variables in which they are. */
const VARIABLES: Readonly<Record<string, string>> = {
  client_id: 'GUIDEPOST_CLIENT_ID',
  client_secret: 'GUIDEPOST_CLIENT_SECRET',
  clientSecret: 'GUIDEPOST_CLIENT_SECRET',
};

/** The variable that a member's value comes from; undefined: it is written in the sample. */
export const variableOf = (member: string): string | undefined => VARIABLES[member];

/** With the path's parameters in it, and the query. */
export function targetOf({ path, request }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.path![name]!));
  const query = Object.entries(request.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  );
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** As people write them. */
export const headersOf = ({ request }: Call): [string, string][] =>
  Object.entries(request.headers ?? {}).map(([name, value]) => [
    name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    value,
  ]);

/** The token request is a form (specification, "Authentication"); everything else is JSON. */
export const isForm = ({ operationId }: Call): boolean => operationId === 'issueToken';
