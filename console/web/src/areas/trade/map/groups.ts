/** Marks on a map that would lie upon each other become one. Pure. */

export interface MapPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where something is on the map's picture, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Those that are nearer to each other than a mark is wide; the first of a group is where its mark stands.
 * @param pointOf where a place is on the picture now.
 */
export function grouped<Item extends MapPlace>(
  items: readonly Item[],
  pointOf: (item: Item) => Point,
  size: { readonly width: number; readonly height: number },
): Item[][] {
  const groups: { readonly at: Point; readonly items: Item[] }[] = [];
  for (const item of items) {
    const point = pointOf(item);
    const near = groups.find(
      ({ at }) => Math.abs(at.x - point.x) < size.width && Math.abs(at.y - point.y) < size.height,
    );
    if (near) near.items.push(item);
    else groups.push({ at: point, items: [item] });
  }
  return groups.map((group) => group.items);
}

const EARTH_RADIUS_KM = 6_371;
const radians = (degrees: number) => (degrees / 180) * Math.PI;

/** Kilometres along the ground. */
export function kilometresBetween(one: MapPlace, other: MapPlace): number {
  const [north, south] = [radians(one.latitude), radians(other.latitude)];
  const east = radians(other.longitude - one.longitude);
  const half =
    Math.sin((south - north) / 2) ** 2 + Math.cos(north) * Math.cos(south) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** guide/list takes no more. */
const LONGEST_RADIUS_KM = 500;

/** The circle around what a map shows, in the words of guide/list. */
export function circleAround(centre: MapPlace, corner: MapPlace): { near: string; radiusKm: string } {
  const radius = Math.min(LONGEST_RADIUS_KM, Math.max(1, Math.ceil(kilometresBetween(centre, corner))));
  const longitude = ((((centre.longitude + 180) % 360) + 360) % 360) - 180;
  return { near: `${centre.latitude.toFixed(4)},${longitude.toFixed(4)}`, radiusKm: String(radius) };
}
