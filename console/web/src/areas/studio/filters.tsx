/** The filters of lists of guides; they are in the address. */
import { useEffect, useState } from 'react';
import { SelectField } from '../../parts/choices.tsx';
import { TextField } from '../../parts/fields.tsx';
import { useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';

/** How long typing has to pause until the search starts, in ms. */
const TYPING_MS = 250;

export function GuideSearch() {
  const words = useTexts().studio.guides;
  const [filters, change] = useFilters();
  const [text, setText] = useState(filters.text ?? '');
  const asked = filters.text ?? '';
  // Cleared by the button beside it; else what is typed is ahead of the address.
  useEffect(() => {
    if (asked === '') setText('');
  }, [asked]);
  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(() => change({ text, page: undefined }), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextField name="text" type="search" label={words.search} isOptional value={text} onChange={setText} />
  );
}

export function StatusFilter() {
  const texts = useTexts();
  const words = texts.studio.guides;
  const [filters, change] = useFilters();
  const states = ['active', 'paused', 'retired'] as const;
  const options = [
    { id: 'all', label: words.everyStatus },
    ...states.map((id) => ({ id, label: texts.frame.state[id] })),
  ];
  return (
    <SelectField
      name="status"
      label={words.status}
      isOptional
      options={options}
      value={filters.status ?? 'all'}
      onChange={(status) => change({ status: status === 'all' ? undefined : status, page: undefined })}
    />
  );
}
