/** Files of guides and of closed days, as spreadsheet programs write them. */
import { expect, test } from '@jest/globals';
import {
  DAY_SAMPLE,
  GUIDE_COLUMNS,
  GUIDE_SAMPLE,
  placeOf,
  readImport,
  textOf,
} from '../../../console/web/src/areas/studio/import-file.ts';
import { GuideCreateBody } from '../../../contract/schemas/guides.ts';

test('every column is a member that guide/create takes', () => {
  expect(Object.keys(GuideCreateBody.properties)).toEqual(expect.arrayContaining(Object.keys(GUIDE_COLUMNS)));
});

test('the samples are what they say', () => {
  expect(readImport(GUIDE_SAMPLE)).toMatchObject({
    kind: 'guides',
    rows: [{ name: 'Inês Tavares', languages: ['pt', 'en'], dayRate: 140, instantConfirmation: false }],
  });
  expect(readImport(DAY_SAMPLE)).toEqual({
    kind: 'days',
    rows: [{ guideId: 'G1001', startDate: '2027-08-01', endDate: '2027-08-14' }],
  });
});

test.each([
  ['semicolons', 'name;dayRate;languages\r\nAna;120,50;pt|en\r\n'],
  ['tabs', 'name\tdayRate\tlanguages\nAna\t120.5\tpt,en\n'],
  ['a byte order mark, quotes and other cases', '\uFEFFNAME,DayRate,languages\n"Ana","120.5","pt, en"\n\n'],
])('with %s', (_, text) => {
  expect(readImport(text)).toEqual({
    kind: 'guides',
    rows: [{ name: 'Ana', dayRate: 120.5, languages: ['pt', 'en'] }],
  });
});

test('empty cells are left out, and what is no number goes as it is', () => {
  expect(readImport('name,area,dayRate,maxGuests,instantConfirmation\nAna,,1.200 EUR,,perhaps\n')).toEqual({
    kind: 'guides',
    rows: [{ name: 'Ana', dayRate: '1.200 EUR', instantConfirmation: 'perhaps' }],
  });
  expect(readImport('guideId,startDate\nG1,2027-05-01\n')).toMatchObject({
    rows: [{ endDate: '2027-05-01' }],
  });
});

test('what is no such file is said', () => {
  expect(readImport('')).toEqual({ problem: 'empty' });
  expect(readImport('name,area\n')).toEqual({ problem: 'empty' });
  expect(readImport('name,colour,__proto__\nAna,red,x\n')).toEqual({
    problem: 'columns',
    columns: ['colour', '__proto__'],
  });
  expect(readImport('name\n"Ana\n')).toEqual({ problem: 'unreadable' });
});

test('a file of an older program is read in its encoding', async () => {
  const older = Uint8Array.from([0x49, 0x6e, 0xea, 0x73]);
  expect(await textOf(new Blob([older]))).toBe('Inês');
  expect(await textOf(new Blob(['Inês 広島']))).toBe('Inês 広島');
});

test('a refusal names the line and the column of the file', () => {
  expect(placeOf('body.guides.3.currency')).toEqual({ line: 5, column: 'currency' });
  expect(placeOf('body.days.0.endDate')).toEqual({ line: 2, column: 'endDate' });
  expect(placeOf('body.guides.0.languages.1')).toEqual({ line: 2, column: 'languages' });
  expect(placeOf('body.guides')).toBeUndefined();
});
