/** Fields of several things: words between commas, and items that are added and removed. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { type FieldProps, TextField } from '../../parts/fields.tsx';
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

interface ItemsProps<Item> {
  readonly items: readonly Item[];
  readonly onChange: (items: Item[]) => void;
  /** What the button adds. */
  readonly make: () => Item;
  readonly add: string;
  readonly label: (index: number) => string;
  readonly children: (item: Item, change: (item: Item) => void, index: number) => ReactNode;
}

export function Items<Item>({ items, onChange, make, add, label, children }: ItemsProps<Item>) {
  const words = useTexts().studio.editor;
  return (
    <div className="stack">
      {items.map((item, index) => (
        // Items have no names of their own: one is its place.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <fieldset key={index} className="item" aria-label={label(index)}>
          {children(item, (changed) => onChange(items.with(index, changed)), index)}
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
