/** One operation: its fields, what it answered, and the same as code. */
import { useState } from 'react';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { Form, FormButtons } from '../../parts/form.tsx';
import { ErrorState, Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { ExplorerAnswer, ExplorerCode } from './explorer-answer.tsx';
import {
  bodyOf,
  type ExplorerDocument,
  type Operation,
  parametersOf,
  takesKey,
} from './explorer-document.ts';
import { BodyField, ParameterField } from './explorer-fields.tsx';
import { type Draft, runDraft } from './explorer-request.ts';
import { pretty } from './pretty.ts';

interface RequestProps {
  readonly operation: Operation;
  readonly document: ExplorerDocument;
}

export function ExplorerRequest({ operation, document }: RequestProps) {
  const here = useHere();
  const words = useTexts().developers.explorer;
  const parameters = parametersOf(operation, document);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState(() => exampleOf(operation));
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isAsking, setAsking] = useState(false);
  const body = parsed(text);
  const draft: Draft = {
    operation,
    parameters,
    values,
    body: body.value,
    idempotencyKey: takesKey(operation) ? key : undefined,
  };
  const running = useAction(() => runDraft(here, draft), { onDone: () => setKey(crypto.randomUUID()) });
  const isChange = operation.method !== 'GET' && !operation.operationId.startsWith('quote');
  const submit = () => (here.side === 'live' && isChange ? setAsking(true) : running.run(undefined));
  return (
    <div className="explorer">
      <div className="stack">
        <p className="request-line">
          <strong>{operation.method}</strong> <code>{operation.path}</code>
        </p>
        <p className="soft">
          {operation.summary}.{' '}
          <a
            href={`${document.baseUrl}/docs/reference/${operation.operationId}`}
            target="_blank"
            rel="noreferrer"
          >
            {words.docs}
          </a>
        </p>
        <Form onSubmit={submit}>
          {parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              document={document}
              value={values[parameter.name] ?? ''}
              onChange={(value) => setValues({ ...values, [parameter.name]: value })}
            />
          ))}
          {bodyOf(operation) && (
            <BodyField operation={operation} document={document} value={text} onChange={setText} />
          )}
          {!body.isFine && <Note tone="warning">{words.badJson}</Note>}
          <FormButtons>
            <Button tone="main" type="submit" isPending={running.isRunning} isDisabled={!body.isFine}>
              {running.isRunning ? words.running : words.run}
            </Button>
            <span className="soft">
              {here.side === 'sandbox' ? words.sandboxNote : !isChange && words.liveRead}
            </span>
          </FormButtons>
        </Form>
      </div>
      <div className="stack">
        {running.refusal && <ErrorState refusal={running.refusal} />}
        <ExplorerAnswer answer={running.answer} />
        <ExplorerCode draft={draft} baseUrl={document.baseUrl} clientId={here.merchantKey ?? ''} />
      </div>
      <ConfirmDialog
        title={words.liveTitle}
        consequence={words.liveConsequence(operation.method, operation.path)}
        verb={words.run}
        tone="danger"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => running.runAsync(undefined)}
      />
    </div>
  );
}

function exampleOf(operation: Operation): string {
  const example = bodyOf(operation)?.example;
  return example === undefined ? '' : pretty(JSON.stringify(example));
}

/** Nothing typed is no body. */
function parsed(text: string): { isFine: boolean; value: unknown } {
  if (text.trim() === '') return { isFine: true, value: undefined };
  try {
    return { isFine: true, value: JSON.parse(text) as unknown };
  } catch {
    return { isFine: false, value: undefined };
  }
}
