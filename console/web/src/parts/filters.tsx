/** What a list is filtered by: each filter is in the page's address, under its name. */
import { Children, type ReactNode, useEffect, useState } from 'react';
import { useFilters } from '../shell/address.ts';
import { useTexts } from '../shell/preferences.tsx';
import { Button } from './button.tsx';
import { SelectField } from './choices.tsx';
import { DateField } from './date-fields.tsx';
import { dayIn } from './days.ts';
import { type Option, TextField } from './fields.tsx';
import { useIsNarrow } from './narrow.ts';

interface FilterProps {
  readonly name: string;
  readonly label: string;
}

/** A filter's value, empty where there is none. A list with numbered pages begins at the first again. */
export function useFilter(name: string): [string, (value: string) => void] {
  const [filters, change] = useFilters();
  return [filters[name] ?? '', (value) => change({ [name]: value || undefined, page: undefined })];
}

/** A choice that filters nothing. */
const ANY = 'any';

interface SelectProps extends FilterProps {
  /** What it says while nothing is chosen. */
  readonly any: string;
  readonly options: readonly Option[];
}

export function FilterSelect({ any, options, ...field }: SelectProps) {
  const [value, setValue] = useFilter(field.name);
  const isKnown = options.some(({ id }) => id === value);
  return (
    <SelectField
      {...field}
      isOptional
      options={[{ id: ANY, label: any }, ...options]}
      value={isKnown ? value : ANY}
      onChange={(id) => setValue(id === ANY ? '' : id)}
    />
  );
}

/** A day of the calendar; what is none counts as empty. */
export function FilterDay(field: FilterProps) {
  const [value, setValue] = useFilter(field.name);
  return <DateField {...field} isOptional value={dayIn(value)} onChange={setValue} />;
}

const PAUSE_MS = 400;

interface TextProps extends FilterProps {
  readonly placeholder?: string;
  /** Shorter texts than that don't count, but an empty one does. */
  readonly minLength?: number;
}

/** A text that is typed: it counts when the typing pauses. */
export function FilterText({ minLength = 1, ...field }: TextProps) {
  const [value, setValue] = useFilter(field.name);
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    const text = typed.trim();
    const counts = text !== value && (text === '' || text.length >= minLength);
    if (!counts) return;
    const timer = setTimeout(() => setValue(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, minLength, setValue]);
  return <TextField {...field} isOptional type="search" value={typed} onChange={setTyped} maxLength={100} />;
}

/** More of them are folded away on a phone, behind the first. */
const UNFOLDED = 2;

/**
 * Filters above a table, in one row. On a phone they are made when they are first unfolded: each costs its share of the time until the
 * page is there. Then they stay, since what is typed in one counts only when the typing pauses.
 */
export function FilterBar({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const words = useTexts().frame.table;
  const [filters, change] = useFilters();
  const isFiltered = names.some((name) => filters[name] !== undefined);
  const [isOpen, setOpen] = useState(isFiltered);
  const [wasOpen, setWasOpen] = useState(isOpen);
  const filterFields = Children.toArray(children);
  const folds = filterFields.length > UNFOLDED;
  const isFirstAlone = useIsNarrow() && folds && !wasOpen;
  const toggle = () => {
    setOpen(!isOpen);
    setWasOpen(true);
  };
  return (
    <search className={`filter-bar ${folds ? 'folds' : ''} ${isOpen ? 'open' : ''}`}>
      {isFirstAlone ? filterFields[0] : filterFields}
      {folds && (
        <Button className="filter-toggle" aria-expanded={isOpen} onPress={toggle}>
          {isOpen ? words.fewerFilters : words.moreFilters}
        </Button>
      )}
      {isFiltered && (
        <Button
          tone="quiet"
          onPress={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          {words.clearFilters}
        </Button>
      )}
    </search>
  );
}
