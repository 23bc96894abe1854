/** One of many: a list that opens, and one that can be searched by typing. */
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
import { FieldFoot, FieldLabel, type FieldProps, type Option } from './fields.tsx';
import { Icon } from './icon.tsx';

interface ChoiceProps extends FieldProps {
  readonly options: readonly Option[];
  /** Empty: nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Of a combo box it has its items from there, by what was typed. */
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

export function ComboField(props: ChoiceProps) {
  const { label, help, isOptional = false, options, value, onChange, ...rest } = props;
  const words = useTexts().frame.form;
  return (
    <AriaComboBox
      {...rest}
      className="field"
      isRequired={!isOptional}
      defaultItems={options}
      selectedKey={value === '' ? null : value}
      onSelectionChange={(key) => onChange(key === null ? '' : String(key))}
      menuTrigger="focus"
    >
      <FieldLabel label={label} isOptional={isOptional} />
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
