/** Recorded requests and answers in the OpenAPI document: what several operations answer is written once, and is referred to. */
import { exampleOf } from '../../contract/examples/index.ts';
import { mapValues } from './openapi-forms.ts';
import { type Content, type Document, mapOperations } from './openapi-operations.ts';

/** The document with an example at every JSON body and success that was recorded. */
export function withExamples<Given extends Document>(document: Given): Given {
  const shared = new Map<string, { readonly value: unknown }>();
  const withAnswers = mapOperations(document, (operation) => {
    const { request, answer, sharedAs } = exampleOf(operation.operationId ?? '') ?? {};
    if (answer === undefined) return operation;
    if (sharedAs !== undefined) shared.set(sharedAs, { value: answer });
    const shown =
      sharedAs === undefined ? { example: answer } : { examples: { [sharedAs]: refer(sharedAs) } };
    const { requestBody, responses = {} } = operation;
    const { 200: success, ...refusals } = responses;
    return {
      ...operation,
      ...(requestBody &&
        request?.body && {
          requestBody: { ...requestBody, content: inContent(requestBody.content, { example: request.body }) },
        }),
      responses: success?.content
        ? { 200: { ...success, content: inContent(success.content, shown) }, ...refusals }
        : responses,
    };
  });
  const examples = Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...withAnswers, components: { ...withAnswers.components, examples } };
}

function refer(name: string) {
  return { $ref: `#/components/examples/${name}` };
}

/** Examples of the types that are data; a file has none. */
function inContent(content: Content, example: object): Content {
  const isData = (type: string) => type === 'application/json' || type.endsWith('form-urlencoded');
  return mapValues(content, (media, type) => (isData(type) ? { ...media, ...example } : media));
}
