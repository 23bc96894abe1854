import { type Call, headersOf, isForm, targetOf, variableOf } from './call.ts';
import { literal, type Syntax } from './literals.ts';

const PYTHON: Syntax = {
  indent: 4,
  width: 88,
  padding: '',
  trailingComma: ',',
  key: (name) => JSON.stringify(name),
  atom: pythonAtom,
  variable: (member) => variableOf(member) && `os.environ["${variableOf(member)}"]`,
};

function pythonAtom(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

/** Seconds: what moves an order waits for its workflow, httpx by itself for 5 s only. */
const WRITE_TIMEOUT = 30;

export function pythonSample(call: Call): string {
  const { method, request } = call;
  const named = [
    ['headers', headers(call)],
    [isForm(call) ? 'data' : 'json', request.body && literal(request.body, PYTHON, 10, 1)],
    ['timeout', method === 'GET' ? undefined : String(WRITE_TIMEOUT)],
  ].filter(([, value]) => value !== undefined);
  const given = [
    `f"{os.environ['GUIDEPOST_BASE_URL']}${targetOf(call)}"`,
    ...named.map((pair) => pair.join('=')),
  ];
  return `import os

import httpx

response = httpx.${method.toLowerCase()}(
${given.map((argument) => `    ${argument},\n`).join('')})
response.raise_for_status()
print(response.json()${isEnveloped(call) ? '["data"]' : ''})`;
}

function headers(call: Call): string | undefined {
  const token = call.by === 'anybody' ? [] : [`"Authorization": f"Bearer {os.environ['TOKEN']}"`];
  const given = headersOf(call).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const all = [...token, ...given];
  if (all.length === 0) return undefined;
  if (all.length === 1) return `{${all[0]}}`;
  return `{\n${all.map((header) => `        ${header},\n`).join('')}    }`;
}

/** What standards describe has no envelope. */
function isEnveloped({ answer }: Call): boolean {
  return typeof answer === 'object' && answer !== null && 'code' in answer;
}
