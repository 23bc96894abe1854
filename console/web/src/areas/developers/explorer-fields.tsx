/** What a request is made of: a field for each parameter, and the body as JSON with what it may have beside it. */
import { SelectField } from '../../parts/choices.tsx';
import { TextAreaField, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import {
  bodyOf,
  type ExplorerDocument,
  type Operation,
  type Parameter,
  resolved,
  typeOf,
} from './explorer-document.ts';

interface ParameterProps {
  readonly parameter: Parameter;
  readonly document: ExplorerDocument;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ParameterField({ parameter, document, value, onChange }: ParameterProps) {
  const words = useTexts().developers.explorer;
  const { name, required = false, description } = parameter;
  const schema = resolved(parameter.schema, document);
  const isBoolean = schema.type === 'boolean';
  const choices = isBoolean ? ['true', 'false'] : schema.enum?.map(String);
  const common = {
    name,
    label: name,
    isOptional: !required,
    ...(description && { help: <Described text={description} /> }),
  };
  if (!choices) {
    const example = parameter.example ?? schema.example;
    return (
      <TextField
        {...common}
        value={value}
        onChange={onChange}
        isCode
        {...(example !== undefined && { placeholder: String(example) })}
      />
    );
  }
  const options = [{ id: 'unset', label: words.unset }, ...choices.map((id) => ({ id, label: id }))];
  return (
    <SelectField
      {...common}
      options={options}
      value={value || 'unset'}
      onChange={(id) => onChange(id === 'unset' ? '' : id)}
    />
  );
}

/** A description of the document: text between backticks is code. */
function Described({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, at) => [part, at] as const)
    .map(([part, at]) => (at % 2 === 0 ? part : <code key={`${at} ${part}`}>{part}</code>));
}

interface BodyProps {
  readonly operation: Operation;
  readonly document: ExplorerDocument;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function BodyField({ operation, document, value, onChange }: BodyProps) {
  const words = useTexts().developers.explorer;
  const schema = bodyOf(operation)?.schema;
  return (
    <div className="stack">
      <TextAreaField
        name="body"
        label={words.body}
        value={value}
        onChange={onChange}
        rows={12}
        isCode
        isOptional
      />
      {schema && <Members schema={resolved(schema, document)} document={document} />}
    </div>
  );
}

function Members({ schema, document }: { schema: ReturnType<typeof resolved>; document: ExplorerDocument }) {
  const words = useTexts().developers.explorer;
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0) return null;
  return (
    <details>
      <summary>{words.members}</summary>
      <dl className="members">
        {members.map(([name, member]) => (
          <div key={name}>
            <dt>
              <code>{name}</code> <span className="soft">{typeOf(member, document)}</span>{' '}
              {schema.required?.includes(name) && <strong>{words.needed}</strong>}
            </dt>
            <dd className="soft">
              <Described text={resolved(member, document).description ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
