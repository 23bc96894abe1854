/** Fields of text, numbers and choices. Each takes `name` (the path in the body), `label`, `help` and `isOptional`. */
import type { ReactNode, Ref } from 'react';
import {
  Checkbox as AriaCheckbox,
  CheckboxGroup as AriaCheckboxGroup,
  NumberField as AriaNumberField,
  TextField as AriaTextField,
  Button,
  FileTrigger,
  Group,
  Input,
  Label,
  Radio,
  RadioGroup,
  Text,
  TextArea,
} from 'react-aria-components';
import { useTexts } from '../shell/preferences.tsx';
import { Button as OwnButton } from './button.tsx';
import { FieldError } from './field-error.tsx';
import { Icon } from './icon.tsx';
import { decimalsOf } from './money.tsx';

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly isOptional?: boolean;
  readonly isDisabled?: boolean;
}

/** What every field has above and below. */
export function FieldLabel({ label, isOptional }: Pick<FieldProps, 'label' | 'isOptional'>) {
  const words = useTexts().frame.form;
  return (
    <Label>
      {label}
      {isOptional && <span className="soft"> ({words.optional})</span>}
    </Label>
  );
}

export function FieldFoot({ help }: Pick<FieldProps, 'help'>) {
  return (
    <>
      {help !== undefined && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
      <FieldError />
    </>
  );
}

interface TextProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'search';
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly placeholder?: string;
  /** Codes and ids. */
  readonly isCode?: boolean;
  readonly inputMode?: 'numeric' | 'text';
  readonly autoFocus?: boolean;
}

export function TextField(props: TextProps) {
  const { label, help, isOptional = false, placeholder, isCode, autoFocus, ...rest } = props;
  return (
    <AriaTextField {...rest} className="field" isRequired={!isOptional} autoFocus={autoFocus ?? false}>
      <FieldLabel label={label} isOptional={isOptional} />
      <Input
        className={isCode ? 'input mono' : 'input'}
        {...(placeholder !== undefined && { placeholder })}
      />
      <FieldFoot help={help} />
    </AriaTextField>
  );
}

export function TextAreaField({
  label,
  help,
  isOptional = false,
  rows = 4,
  textArea,
  ...rest
}: TextProps & { rows?: number; textArea?: Ref<HTMLTextAreaElement> }) {
  const { placeholder, isCode, autoFocus, type, ...field } = rest;
  return (
    <AriaTextField {...field} className="field" isRequired={!isOptional}>
      <FieldLabel label={label} isOptional={isOptional} />
      <TextArea
        {...(textArea && { ref: textArea })}
        className={isCode ? 'input mono' : 'input'}
        rows={rows}
        {...(placeholder && { placeholder })}
      />
      <FieldFoot help={help} />
    </AriaTextField>
  );
}

/** A phone number, with its country code. */
export function PhoneField(props: TextProps) {
  return (
    <TextField
      {...props}
      type="tel"
      autoComplete={props.autoComplete ?? 'tel'}
      placeholder="+34 600 000 000"
    />
  );
}

interface NumberProps extends FieldProps {
  /** NaN while it is empty. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly minValue?: number;
  readonly maxValue?: number;
  readonly step?: number;
  readonly formatOptions?: Intl.NumberFormatOptions;
}

export function NumberField({ label, help, isOptional = false, ...rest }: NumberProps) {
  const words = useTexts().frame.form;
  return (
    <AriaNumberField {...rest} className="field" isRequired={!isOptional}>
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="input-group">
        <Input className="input numbers" />
        <Button slot="decrement" aria-label={words.decrease}>
          −
        </Button>
        <Button slot="increment" aria-label={words.increase}>
          +
        </Button>
      </Group>
      <FieldFoot help={help} />
    </AriaNumberField>
  );
}

/** An amount, decimal as in the API, with at most as many decimals as its currency has. */
export function MoneyField({ currency, ...rest }: NumberProps & { currency: string }) {
  const decimals = decimalsOf(currency);
  const formatOptions: Intl.NumberFormatOptions = {
    style: 'currency',
    currency,
    maximumFractionDigits: decimals,
    minimumFractionDigits: decimals,
  };
  return <NumberField {...rest} formatOptions={formatOptions} />;
}

export interface Option {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  /** Its other names, for a search by typing. */
  readonly also?: readonly string[];
}

interface CheckboxProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}

export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className="checkbox">
      <span className="checkbox-box">
        <Icon name="check" size={16} />
      </span>
      <span>{label}</span>
    </AriaCheckbox>
  );
}

interface ChoicesProps extends FieldProps {
  readonly options: readonly Option[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  /** Whether the label says "optional"; default: as `isOptional`. Choosing none may be an answer. */
  readonly isMarkedOptional?: boolean;
}

export function CheckboxGroup({
  label,
  help,
  isOptional = false,
  isMarkedOptional = isOptional,
  options,
  value,
  onChange,
  ...rest
}: ChoicesProps) {
  return (
    <AriaCheckboxGroup
      {...rest}
      className="field"
      value={[...value]}
      onChange={onChange}
      isRequired={!isOptional}
    >
      <FieldLabel label={label} isOptional={isMarkedOptional} />
      <div className="choices">
        {options.map((option) => (
          <AriaCheckbox key={option.id} value={option.id} className="checkbox">
            <span className="checkbox-box">
              <Icon name="check" size={16} />
            </span>
            <span>
              {option.label}
              {option.help && <span className="field-help"> {option.help}</span>}
            </span>
          </AriaCheckbox>
        ))}
      </div>
      <FieldFoot help={help} />
    </AriaCheckboxGroup>
  );
}

interface ChoiceProps extends FieldProps {
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of a few, all of them seen. */
export function RadioField({ label, help, isOptional = false, options, ...rest }: ChoiceProps) {
  return (
    <RadioGroup {...rest} className="field" isRequired={!isOptional}>
      <FieldLabel label={label} isOptional={isOptional} />
      <div className="choices">
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className="radio">
            <span className="radio-dot" />
            <span>
              {option.label}
              {option.help && <span className="field-help">{option.help}</span>}
            </span>
          </Radio>
        ))}
      </div>
      <FieldFoot help={help} />
    </RadioGroup>
  );
}

interface FileProps {
  readonly label: string;
  readonly help?: ReactNode;
  /** Such as `image/png`. */
  readonly types: readonly string[];
  readonly file: File | undefined;
  readonly onChange: (file: File | undefined) => void;
  readonly error?: string | undefined;
}

export function FileField({ label, help, types, file, onChange, error }: FileProps) {
  const words = useTexts().frame.form;
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <div className="row">
        <FileTrigger acceptedFileTypes={types} onSelect={(files) => onChange(files?.[0])}>
          <OwnButton icon="upload" label={`${words.chooseFile}: ${label}`}>
            {words.chooseFile}
          </OwnButton>
        </FileTrigger>
        <span className="soft">{file?.name ?? words.noFile}</span>
      </div>
      {help !== undefined && <span className="field-help">{help}</span>}
      {error !== undefined && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
