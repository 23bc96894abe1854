/** One of many: a list that opens, and one that can be searched by typing. */
import { useEffect, useMemo, useState } from 'react';
import {
  ComboBox as AriaComboBox,
  Select as AriaSelect,
  Button,
  Group,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import { useTexts } from '../shell/preferences.tsx';
import { collator } from '../texts/format.ts';
import { FieldFoot, FieldLabel, type FieldProps, type Option } from './fields.tsx';
import { Icon } from './icon.tsx';

/** Sorts options by their names, in the reader's order. */
export const byLabel = (locale: string) => (one: Option, other: Option) =>
  collator(locale).compare(one.label, other.label);

interface ChoiceProps extends FieldProps {
  readonly options: readonly Option[];
  /** Empty: nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** In a combo box its items are filtered by what was typed. */
function Options({ items }: { items?: readonly Option[] }) {
  return (
    <ListBox<Option> className="listbox" {...(items && { items })}>
      {(option) => (
        <ListBoxItem id={option.id} textValue={option.label} className="listbox-item">
          <span>{option.label}</span>
          {option.help && <span className="field-help">{option.help}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  );
}

export function SelectField(props: ChoiceProps) {
  const { label, help, isOptional = false, options, value, onChange, ...rest } = props;
  const words = useTexts().frame.form;
  return (
    <AriaSelect
      {...rest}
      className="field"
      isRequired={!isOptional}
      value={value === '' ? null : value}
      onChange={(key) => onChange(key === null ? '' : String(key))}
      placeholder={words.choose}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Button className="input select">
        <SelectValue />
        <Icon name="chevron" size={16} />
      </Button>
      <FieldFoot help={help} />
      <Popover className="popover">
        <Options items={options} />
      </Popover>
    </AriaSelect>
  );
}

interface ComboProps extends ChoiceProps {
  /** What is wrong with its value; nothing is sent until it is corrected. */
  readonly problem?: string;
  /** Whether the label says "optional"; default: as `isOptional`. */
  readonly isMarkedOptional?: boolean;
  /** The choice is shown elsewhere, and the field is emptied for the next one. */
  readonly isEmptied?: boolean;
  /** The options are suggestions: any text is a choice. */
  readonly takesOther?: boolean;
}

/**
 * A choice by typing: a full name, or as much of it as only one choice has, also chooses it. A text that is none of them
 * stays with a message, so that it can be corrected: the field never silently returns to its earlier value.
 */
export function ComboField(props: ComboProps) {
  const { label, help, isOptional = false, options, value, onChange, problem, ...others } = props;
  const { isMarkedOptional = isOptional, isEmptied = false, takesOther = false, ...rest } = others;
  const words = useTexts().frame.form;
  const chosen = options.find(({ id }) => id === value)?.label ?? (takesOther ? value : '');
  const [typed, setTyped] = useState(chosen);
  const [isUnknown, setUnknown] = useState(false);
  useEffect(() => {
    setTyped(chosen);
    setUnknown(false);
  }, [chosen]);
  const byLabel = useMemo(() => new Map(options.map((option) => [option.label, option])), [options]);
  const type = (text: string) => {
    setTyped(text);
    setUnknown(false);
    if (text === '') onChange('');
  };
  /** Null: left with words that are not those of the chosen one. */
  const choose = (key: string | null) => {
    const found = key ?? (takesOther ? typed.trim() : meant(options, typed)?.id);
    setUnknown(found === undefined && typed !== '');
    if (found === undefined) return;
    setTyped(isEmptied ? '' : (options.find(({ id }) => id === found)?.label ?? (takesOther ? found : '')));
    if (found !== value) onChange(found);
  };
  return (
    <AriaComboBox
      {...rest}
      className="field"
      isRequired={!isOptional}
      allowsCustomValue
      defaultItems={options}
      defaultFilter={(text, wanted) => isCalled(byLabel.get(text), wanted)}
      inputValue={typed}
      onInputChange={type}
      selectedKey={value === '' ? null : value}
      onSelectionChange={(key) => choose(key === null ? null : String(key))}
      // If nothing was chosen before, leaving it changes no selection.
      onBlur={() => choose(null)}
      validate={() => (isUnknown ? words.notOffered(typed) : (problem ?? null))}
      menuTrigger="focus"
    >
      <FieldLabel label={label} isOptional={isMarkedOptional} />
      <Group className="input-group">
        <Input className="input" placeholder={words.choose} />
        <Button aria-label={words.options}>
          <Icon name="chevron" size={16} />
        </Button>
      </Group>
      <FieldFoot help={help} />
      <Popover className="popover">
        <Options />
      </Popover>
    </AriaComboBox>
  );
}

/** Without accents, and in lower case. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

const namesOf = ({ id, label, also = [] }: Option) => [label, id, ...also].map(folded);

function isCalled(option: Option | undefined, wanted: string): boolean {
  return option !== undefined && namesOf(option).some((name) => name.includes(folded(wanted)));
}

/** The one that was typed: by a whole name, else the only one whose name has it. */
export function meant(options: readonly Option[], typed: string): Option | undefined {
  const wanted = folded(typed);
  if (wanted === '') return undefined;
  const whole = options.find((option) => namesOf(option).includes(wanted));
  const [first, second] = options.filter((option) => isCalled(option, typed));
  return whole ?? (second === undefined ? first : undefined);
}
