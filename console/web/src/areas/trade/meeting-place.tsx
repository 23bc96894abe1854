/** Where guide and guests meet, with a way to it. */
import { useTexts } from '../../shell/preferences.tsx';
import type { OrderDetail } from './timeline.ts';

type Place = NonNullable<OrderDetail['meetingPoint']>;

export function MeetingPlace({ place }: { place: Place }) {
  const words = useTexts().trade.home;
  return (
    <a href={mapOf(place)} target="_blank" rel="noreferrer" aria-label={words.map(place.text)}>
      {place.text}
    </a>
  );
}

/** A page of OpenStreetMap, opened on a press: nothing is asked of others before. */
function mapOf({ text, latitude, longitude }: Place): string {
  if (latitude === undefined || longitude === undefined)
    return `https://www.openstreetmap.org/search?query=${encodeURIComponent(text)}`;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}
