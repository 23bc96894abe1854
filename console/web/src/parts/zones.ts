/** Time zones to choose from, by their IANA names. */
import type { Option } from './fields.tsx';

const ZONES: readonly Option[] = Intl.supportedValuesOf('timeZone').map((id) => ({
  id,
  label: id.replaceAll('_', ' '),
}));

/** The browser may lack the one that is chosen: links and new names. */
export const zonesWith = (zone: string): readonly Option[] =>
  ZONES.some(({ id }) => id === zone) ? ZONES : [{ id: zone, label: zone }, ...ZONES];
