/** Outlines on a flat map. Pure. */
import type { Geometry, Position } from 'geojson';

/** Countries on both sides of the date line go on beyond it, where they would else be drawn once around the world. */
export function inOnePiece(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: geometry.coordinates.map(unwrapped) };
  if (geometry.type !== 'MultiPolygon') return geometry;
  return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(unwrapped)) };
}

function unwrapped(ring: readonly Position[]): Position[] {
  let before = ring[0]?.[0] ?? 0;
  return ring.map(([longitude = 0, latitude = 0]) => {
    before = longitude + 360 * Math.round((before - longitude) / 360);
    return [before, latitude];
  });
}
