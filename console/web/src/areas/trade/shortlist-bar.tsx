/** Putting guides aside, and where that leads: comparing them. */
import { Button, ButtonLink } from '../../parts/button.tsx';
import { showToast } from '../../parts/toast.tsx';
import { searchText, useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { searched } from './found-trip.ts';
import { LONGEST_SHORTLIST, useShortlist } from './shortlist.ts';

interface ButtonProps {
  readonly guideId: string;
  readonly name: string;
  /** With its words, where there is room. */
  readonly isWide?: boolean;
}

export function ShortlistButton({ guideId, name, isWide = false }: ButtonProps) {
  const words = useTexts().trade.find.shortlist;
  const { ids, isFull, toggle } = useShortlist();
  const isOn = ids.includes(guideId);
  const press = () => {
    if (isFull && !isOn) showToast({ text: words.full(LONGEST_SHORTLIST) });
    else toggle(guideId);
  };
  const common = {
    icon: isOn ? 'marked' : 'mark',
    'aria-pressed': isOn,
    onPress: press,
    className: isWide ? '' : 'shortlist-button',
  } as const;
  if (isWide) return <Button {...common}>{isOn ? words.on : words.add}</Button>;
  return <Button {...common} small label={words.addNamed(name)} />;
}

/** The days and guests of the search come along. */
export function ShortlistBar() {
  const words = useTexts().trade.find;
  const address = useAddress();
  const { ids, clear } = useShortlist();
  const [filters] = useFilters();
  if (ids.length === 0) return null;
  const compare = searchText({ guides: ids.join(','), ...searched(filters) });
  return (
    <aside className="shortlist-bar card row row-between" aria-label={words.shortlist.title}>
      <span>{words.shortlist.count(ids.length)}</span>
      <span className="row">
        <Button tone="quiet" onPress={clear}>
          {words.shortlist.clear}
        </Button>
        <ButtonLink tone="main" to={`${address('/find/compare')}${compare}`}>
          {words.shortlist.compare}
        </ButtonLink>
      </span>
    </aside>
  );
}
