/** The filters of lists of guides; they are in the address. */
import { FilterBar, FilterSelect, FilterText } from '../../parts/filters.tsx';
import { useTexts } from '../../shell/preferences.tsx';

const STATES = ['active', 'paused', 'retired'] as const;

export function GuideFilters() {
  const texts = useTexts();
  const words = texts.studio.guides;
  const states = STATES.map((id) => ({ id, label: texts.frame.state[id] }));
  return (
    <FilterBar names={['text', 'status']}>
      <FilterText name="text" label={words.search} />
      <FilterSelect name="status" label={words.status} any={words.everyStatus} options={states} />
    </FilterBar>
  );
}
