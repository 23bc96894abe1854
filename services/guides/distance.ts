/** Guides around a place (docs/decisions/0011). Points of the sphere of radius 1: see PLACE. */
import { PLACE } from '../../db/entities/guide.ts';
import type { Coordinates } from '../../domain/trip-details.ts';
import type { Condition } from './condition.ts';

/** Kilometres; the mean of the Earth, whose true radius differs by a third of a percent. */
const EARTH_RADIUS = 6_371.0088;

/** Around a place on the ground. */
export interface Circle extends Coordinates {
  readonly radiusKm: number;
}

/** The guides in the circle, by guide_by_place: first those in the box around it, then by the distance itself. */
export function withinCircle({ radiusKm, ...centre }: Circle): Condition {
  const chord = 2 * Math.sin(radiusKm / EARTH_RADIUS / 2);
  const point = pointOf(centre);
  const corners = [-chord, chord].map((side) => point.map((coordinate) => coordinate + side));
  return {
    sql: `${PLACE} <@ cube(?::float8[], ?::float8[]) and ${PLACE} <-> cube(?::float8[]) <= ?`,
    values: [...corners.map(arrayOf), arrayOf(point), chord],
  };
}

/** What sorts by distance from there; the index walks in this order. Takes what `placeValue` gives. */
export const BY_DISTANCE = `${PLACE} <-> cube(?::float8[])`;
/** Kilometres from there, to the metre. Takes the same. */
export const DISTANCE_KM = `round((${2 * EARTH_RADIUS} * asin(least(1, (${BY_DISTANCE}) / 2)))::numeric, 3)::float8`;

/** A place as BY_DISTANCE and DISTANCE_KM take it. */
export const placeValue = (centre: Coordinates): string => arrayOf(pointOf(centre));

function pointOf({ latitude, longitude }: Coordinates): number[] {
  const [north, east] = [radians(latitude), radians(longitude)];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

const radians = (degrees: number): number => (degrees / 180) * Math.PI;
/** As PostgreSQL reads an array of numbers. */
const arrayOf = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;
