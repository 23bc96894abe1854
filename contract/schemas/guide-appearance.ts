/** A guide's location and pictures, which studios write and everybody reads. */
import { type TSchema, type TString, Type } from 'typebox';
import { MAX_PHOTOS } from '../../domain/guide.ts';
import { Line, Text } from './common.ts';

/** WGS 84. */
export const Location = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north', examples: [38.7139] }),
    longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east', examples: [-9.1334] }),
  },
  { additionalProperties: false, description: "The guide's location on a map; degrees, WGS 84" },
);

const photo = (caption: TString) =>
  Type.Object(
    {
      url: Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'A picture on the web; `https` only, without user name and password',
        examples: ['https://images.example.com/g1001/1.jpg'],
      }),
      caption: Type.Optional(caption),
    },
    { additionalProperties: false, description: 'A picture of the guide' },
  );
const photos = <Item extends TSchema>(item: Item) =>
  Type.Array(item, { maxItems: MAX_PHOTOS, description: 'Pictures, the cover first' });

/** As it is read. */
export const Photo = photo(Text(200, 'What it shows'));
export const Photos = photos(Photo);
/** As it is written. */
export const PhotoInput = photo(Line(200, { description: 'What it shows' }));
export const PhotosInput = photos(PhotoInput);
