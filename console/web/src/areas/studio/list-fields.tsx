/** Fields of several things: words between commas, and items that are added and removed. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { type FieldProps, TextField } from '../../parts/fields.tsx';
import { fieldsOf } from '../../parts/fields-of.ts';
import { useTexts } from '../../shell/preferences.tsx';

const parse = (text: string) => [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean);

interface WordsProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly placeholder?: string;
}

/** `pt, en`. */
export function WordsField({ value, onChange, ...rest }: WordsProps) {
  const [typed, setTyped] = useState('');
  const isTyped = parse(typed).join() === value.join();
  const change = (text: string) => {
    setTyped(text);
    onChange(parse(text));
  };
  return <TextField {...rest} value={isTyped && typed !== '' ? typed : value.join(', ')} onChange={change} />;
}

type FieldOf<Item extends object> = ReturnType<
  typeof fieldsOf<Item, ReturnType<typeof useTexts>['studio']['editor']['fields']>
>;

interface ItemsProps<Item extends object> {
  /** Where they lie in the body. */
  readonly name: string;
  readonly items: readonly Item[];
  readonly onChange: (items: Item[]) => void;
  /** What the button adds. */
  readonly make: () => Item;
  readonly add: string;
  readonly label: (index: number) => string;
  readonly children: (
    field: FieldOf<Item>,
    item: Item,
    change: (item: Item) => void,
    index: number,
  ) => ReactNode;
}

export function Items<Item extends object>(props: ItemsProps<Item>) {
  const { name, items, onChange, make, add, label, children } = props;
  const words = useTexts().studio.editor;
  const show = (item: Item, index: number) => {
    const change = (changed: Item) => onChange(items.with(index, changed));
    return children(fieldsOf(item, change, words.fields, `${name}.${index}.`), item, change, index);
  };
  return (
    <div className="stack">
      {items.map((item, index) => (
        // Items have no names of their own: one is its place.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <fieldset key={index} className="item" aria-label={label(index)}>
          {show(item, index)}
          <div>
            <Button
              small
              tone="quiet"
              label={`${words.remove}: ${label(index)}`}
              onPress={() => onChange(items.toSpliced(index, 1))}
            >
              {words.remove}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button small icon="plus" onPress={() => onChange([...items, make()])}>
          {add}
        </Button>
      </div>
    </div>
  );
}
