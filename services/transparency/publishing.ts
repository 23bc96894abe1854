import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { readHashes, readLog } from '../../db/queries/transparency/leaves.ts';
import { TILE_WIDTH, type TileRange } from '../../lib/transparency/merkle.ts';
import { verifierText } from '../../lib/transparency/note.ts';

export type LogPublisher = ReturnType<typeof createLogPublisher>;

/** What anybody may know of the transparency log: hashes, from which nothing can be worked out. Undefined: there is no such thing, or not yet. */
export function createLogPublisher({ orm, cipher }: { readonly orm: MikroORM; readonly cipher: Cipher }) {
  return {
    /** The newest checkpoint, signed. */
    async checkpoint(): Promise<string | undefined> {
      return (await readLog(orm.em.fork()))?.note;
    },

    /** The public key that checkpoints are signed with, `NAME+ID+KEY`. */
    async key(): Promise<string | undefined> {
      const log = await readLog(orm.em.fork());
      if (log === undefined) return undefined;
      const jwk = JSON.parse(await cipher.decrypt(log.keyEncrypted));
      const name = log.note.slice(0, log.note.indexOf('\n'));
      return verifierText({ name, key: createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' })) });
    },

    /** Hashes one behind the other. @param width fewer than 256: a partial tile. */
    async tile({ level, number, width }: TileAddress): Promise<Buffer | undefined> {
      const range = { level, from: number * TILE_WIDTH, count: width };
      const hashes = await readHashes(orm.em.fork(), range);
      return hashes.length < width ? undefined : Buffer.concat(hashes.map(({ hash }) => hash));
    },
  };
}

export interface TileAddress extends Pick<TileRange, 'level'> {
  readonly number: number;
  readonly width: number;
}

/** No log has more levels, nor a tile so far behind. */
const PATH = /^([0-6])\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** What `LEVEL/NUMBER[.p/WIDTH]` names (c2sp.org/tlog-tiles): 1234067 is `x001/x234/067`. */
export function parseTilePath(path: string): TileAddress | undefined {
  const [, level, digits, partial] = PATH.exec(path) ?? [];
  if (level === undefined || digits === undefined) return undefined;
  const number = Number(digits.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  const isCanonical = tilePath(number) === digits && (partial === undefined || width < TILE_WIDTH);
  return isCanonical ? { level: Number(level), number, width } : undefined;
}

function tilePath(number: number): string {
  const text = `${number}`;
  const parts = text.padStart(Math.ceil(text.length / 3) * 3, '0').match(/\d{3}/g)!;
  return parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/');
}
