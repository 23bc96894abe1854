/** The outlines of countries (Natural Earth, 1:50 million), which the pages bring along: a map asks no other server for anything. */
import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { inOnePiece } from './outlines.ts';

/** Rings around a pole have no edge on a flat map, and nobody guides there. */
const ANTARCTICA = '010';

/** Some 250 KB, compressed; only who opens a map loads it. */
export async function readCountries(): Promise<FeatureCollection> {
  const { default: world } = await import('world-atlas/countries-50m.json');
  const topology = world as unknown as Topology<{ countries: GeometryCollection }>;
  const { type, features } = feature(topology, topology.objects.countries);
  const shown = features.filter(({ id }) => id !== ANTARCTICA);
  return { type, features: shown.map((one) => ({ ...one, geometry: inOnePiece(one.geometry) })) };
}
