import { type Call, headersOf, isForm, targetOf, variableOf } from './call.ts';
import { literal, type Syntax } from './literals.ts';

/** JSON between single quotes, out of which variables are taken. */
const JSON_IN_SHELL: Syntax = {
  indent: 2,
  width: 84,
  padding: '',
  trailingComma: '',
  key: (name) => JSON.stringify(name),
  atom: (value) => JSON.stringify(value).replaceAll("'", "'\\''"),
  variable: (member) => variableOf(member) && `"'"$${variableOf(member)}"'"`,
};

export function curlSample(call: Call): string {
  const { method, by, request } = call;
  const url = `"$GUIDEPOST_BASE_URL${targetOf(call)}"`;
  const hasBody = request.body !== undefined;
  // With a form, curl sends a POST by itself.
  const isUsual = method === 'GET' || (method === 'POST' && hasBody);
  const parts = [
    isUsual ? `curl ${url}` : `curl -X ${method} ${url}`,
    ...(by === 'anybody' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...headersOf(call).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(hasBody ? bodyParts(call, request.body) : []),
  ];
  return parts.join(' \\\n  ');
}

function bodyParts(call: Call, body: object): string[] {
  if (isForm(call))
    return Object.entries(body).map(([name, value]) => `-d ${name}=${formValue(name, value)}`);
  return [`-H 'Content-Type: application/json'`, `-d '${literal(body, JSON_IN_SHELL, 6, 1)}'`];
}

function formValue(name: string, value: unknown): string {
  const variable = variableOf(name);
  return variable === undefined ? String(value) : `"$${variable}"`;
}
