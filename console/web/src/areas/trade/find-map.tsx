/** What was found, on a map: a price for each guide, their cards below. Beside the list, for who would rather look; nothing of it is only here. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Data } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { roundMoneyText } from '../../parts/money.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { tripIn, usePricesOfPages } from './found-trip.ts';
import { GuideCards } from './guide-card.tsx';
import { GuideMap, type MapMark } from './map/leaflet-map.ts';
import './find-map.css';

type FoundPage = Data<'listGuides'>;

/** Prices are asked for so many at a time. */
const MOST_CARDS = 24;

interface FindMapProps {
  readonly pages: readonly FoundPage[];
  /** What was searched for; the map moves to what was found when it is another. */
  readonly search: string;
}

export default function FindMap({ pages, search }: FindMapProps) {
  const words = useTexts().trade.find.map;
  const guides = pages.flatMap(({ list }) => list);
  const [chosen, choose] = useState<readonly string[]>([]);
  const [moved, setMoved] = useState<{ near: string; radiusKm: string }>();
  const [filters, change] = useFilters();
  const marks = useMarks(pages);
  const shown = guides.filter(({ guideId }) => chosen.includes(guideId)).slice(0, MOST_CARDS);
  const lost = guides.length - marks.length;
  return (
    <div className="stack">
      <div className="find-map">
        <MapFrame
          marks={marks}
          chosen={chosen}
          // Who chose a part of the map stays there.
          fitTo={filters.near === undefined ? search : undefined}
          onMove={setMoved}
          onChoose={choose}
        />
        {moved && (
          <Button
            className="find-map-here"
            icon="search"
            onPress={() => {
              setMoved(undefined);
              change({ ...moved, area: undefined });
            }}
          >
            {words.searchHere}
          </Button>
        )}
      </div>
      <p className="soft" aria-live="polite">
        {shown.length === 0 ? words.hint : words.chosen(shown.length)}
        {lost > 0 && ` ${words.noPlace(lost)}`}
      </p>
      {shown.length > 0 && (
        <ul className="guide-cards">
          <GuideCards guides={shown} />
        </ul>
      )}
    </div>
  );
}

interface FrameProps {
  readonly marks: readonly MapMark[];
  readonly chosen: readonly string[];
  /** The map moves to its marks when it opens, and when this becomes another. */
  readonly fitTo: string | undefined;
  readonly onMove: (circle: { near: string; radiusKm: string }) => void;
  readonly onChoose: (ids: readonly string[]) => void;
}

/** Leaflet draws into it; React leaves it alone. */
function MapFrame({ marks, chosen, fitTo, onMove, onChoose }: FrameProps) {
  const words = useTexts().trade.find.map;
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<GuideMap>(null);
  const fitted = useRef<string>(undefined);
  const events = useRef({ onMove, onChoose });
  events.current = { onMove, onChoose };
  useEffect(() => {
    if (frame.current === null) return undefined;
    const made = new GuideMap(
      frame.current,
      {
        zoomIn: words.zoomIn,
        zoomOut: words.zoomOut,
        group: (ids) => ({ text: words.several(ids.length), label: words.severalHere(ids.length) }),
      },
      {
        onMove: (circle) => events.current.onMove(circle),
        onChoose: (ids) => events.current.onChoose(ids),
      },
    );
    map.current = made;
    fitted.current = undefined;
    return () => made.remove();
  }, [words]);
  useEffect(() => {
    const isAnother = fitted.current === undefined || (fitTo !== undefined && fitTo !== fitted.current);
    const isFitted = isAnother && marks.length > 0;
    if (isFitted) fitted.current = fitTo ?? '';
    map.current?.show(marks, chosen, isFitted);
  }, [marks, chosen, fitTo]);
  return <section ref={frame} className="find-map-frame" aria-label={words.label} />;
}

/** Those that have a place. */
function useMarks(pages: readonly FoundPage[]): readonly MapMark[] {
  const locale = useLocaleTag();
  const [filters] = useFilters();
  const ids = pages.map(({ list }) => list.map(({ guideId }) => guideId));
  const prices = usePricesOfPages(ids, tripIn(filters));
  return useMemo(
    () =>
      pages.flatMap(({ list }) =>
        list.flatMap(({ guideId, name, location, dayRate, currency }): MapMark[] => {
          if (location === null) return [];
          const { totalAmount = dayRate, currency: of = currency } = prices.get(guideId) ?? {};
          const text = roundMoneyText(totalAmount, of, locale);
          return [{ id: guideId, ...location, text, label: `${text}, ${name}` }];
        }),
      ),
    [pages, prices, locale],
  );
}
