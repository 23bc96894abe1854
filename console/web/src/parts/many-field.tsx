/** Several of a list: each is searched by its name, and is listed above as a word that can be removed. */
import { useTexts } from '../shell/preferences.tsx';
import { Button } from './button.tsx';
import { ComboField } from './choices.tsx';
import type { FieldProps, Option } from './fields.tsx';
import './many-field.css';

interface ManyProps extends FieldProps {
  readonly options: readonly Option[];
  /** A text that is not one of the options stays visible until it is removed. */
  readonly isKnown?: (id: string) => boolean;
  readonly nameOf?: (id: string) => string;
  /** Any other text is one as well. */
  readonly takesOther?: boolean;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

export function ManyField({ options, isKnown, nameOf, value, onChange, isOptional, ...field }: ManyProps) {
  const words = useTexts().frame.form;
  const labels = new Map(options.map(({ id, label }) => [id, label]));
  const called = (id: string) => labels.get(id) ?? nameOf?.(id) ?? id;
  const unknown = value.filter((id) => !labels.has(id) && !isKnown?.(id));
  const problem = unknown.length > 0 ? words.notListed(unknown.join(', ')) : undefined;
  return (
    <div className="many">
      <ComboField
        {...field}
        isOptional={isOptional === true || value.length > 0}
        isEmptied
        isMarkedOptional={isOptional === true}
        options={options.filter(({ id }) => !value.includes(id))}
        value=""
        onChange={(id) => id !== '' && onChange([...value, id])}
        {...(problem !== undefined && { problem })}
      />
      {value.length > 0 && (
        <ul className="many-chosen" aria-label={field.label}>
          {value.map((id) => (
            <li key={id} className={unknown.includes(id) ? 'many-one unknown' : 'many-one'}>
              {called(id)}
              <Button
                small
                tone="quiet"
                icon="close"
                label={words.takeAway(called(id))}
                onPress={() => onChange(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && <p className="field-error">{problem}</p>}
    </div>
  );
}
