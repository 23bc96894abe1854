import { expect, test } from '@jest/globals';
import { circleAround, grouped, kilometresBetween } from '../../../console/web/src/areas/trade/map/groups.ts';
import { inOnePiece } from '../../../console/web/src/areas/trade/map/outlines.ts';

const place = (id: string, x: number, y = 0) => ({ id, latitude: y, longitude: x });
const pixels = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  x: longitude * 10,
  y: latitude * 10,
});
const SIZE = { width: 70, height: 30 };
const idsOf = (groups: { id: string }[][]) => groups.map((group) => group.map(({ id }) => id));

test('marks that would lie upon each other are one, those beside each other are two', () => {
  expect(
    idsOf(grouped([place('a', 0), place('b', 6), place('c', 7), place('d', 0, 3)], pixels, SIZE)),
  ).toEqual([['a', 'b'], ['c'], ['d']]);
  expect(idsOf(grouped([place('a', 0), place('b', 0)], pixels, SIZE))).toEqual([['a', 'b']]);
  expect(grouped([], pixels, SIZE)).toEqual([]);
});

test('distances are those on the ground', () => {
  const lisbon = { latitude: 38.7139, longitude: -9.1334 };
  const porto = { latitude: 41.1496, longitude: -8.611 };
  expect(kilometresBetween(lisbon, porto)).toBeCloseTo(274.5, 0);
  expect(kilometresBetween(lisbon, lisbon)).toBe(0);
  // Over the date line.
  const [suva, apia] = [
    { latitude: -18, longitude: 178 },
    { latitude: -14, longitude: -172 },
  ];
  expect(kilometresBetween(suva, apia)).toBeLessThan(1_200);
});

test.each([
  [
    'a city',
    { latitude: 38.71391, longitude: -9.1 },
    { latitude: 38.8, longitude: -9.0 },
    '38.7139,-9.1000',
    '13',
  ],
  [
    'the world: as far as guide/list looks',
    { latitude: 30, longitude: 0 },
    { latitude: 85, longitude: 180 },
    '30.0000,0.0000',
    '500',
  ],
  ['a house', { latitude: 1, longitude: 1 }, { latitude: 1.0001, longitude: 1 }, '1.0000,1.0000', '1'],
  [
    'once around the world',
    { latitude: 0, longitude: 190 },
    { latitude: 0.1, longitude: 190.1 },
    '0.0000,-170.0000',
    '16',
  ],
])('what a map shows is a circle of guide/list: %s', (_, centre, corner, near, radiusKm) => {
  expect(circleAround(centre, corner)).toEqual({ near, radiusKm });
});

test('what lies on both sides of the date line is in one piece', () => {
  const fiji = [
    [
      [178, -17],
      [180, -16],
      [-179, -16],
      [-179, -17],
      [178, -17],
    ],
  ];
  const whole = [
    [
      [178, -17],
      [180, -16],
      [181, -16],
      [181, -17],
      [178, -17],
    ],
  ];
  expect(inOnePiece({ type: 'Polygon', coordinates: fiji })).toEqual({ type: 'Polygon', coordinates: whole });
  expect(inOnePiece({ type: 'MultiPolygon', coordinates: [fiji] })).toEqual({
    ...{ type: 'MultiPolygon', coordinates: [whole] },
  });
  const iberia = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [-9, 37],
        [-9, 43],
        [3, 42],
        [-9, 37],
      ],
    ],
  };
  expect(inOnePiece(iberia)).toEqual(iberia);
});
