/** Browsers that a person is known by (db/entities/known-device.ts). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { keptUserAgent } from '../../../domain/browser-name.ts';
import { KnownDevice } from '../../entities/index.ts';
import { hashToken, newToken } from '../../secret-tokens.ts';

/** Without a sign-in a device is known for so long. */
export const DEVICE_DAYS = 180;
/** The most of one person; the least recently used one makes room. */
const MAX_DEVICES = 50;

/** A browser, as a request shows it. */
export interface ShownDevice {
  /** The hash of its cookie. */
  readonly device: string | undefined;
  readonly userAgent: string | undefined;
}

const FIND = `
select id::float8 as id from known_device
where person_id = ? and token_hash = ? and last_used_at > ?::timestamptz - interval '${DEVICE_DAYS} days'`;

/** @param personId 0: of nobody; it is the same work. @returns its id; undefined where the person does not know it. */
export async function findKnownDevice(
  em: EntityManager,
  personId: number,
  token: string | undefined,
  now: Date,
): Promise<number | undefined> {
  const [row] = await em.execute<{ id: number }[]>(FIND, [personId, hashToken(token ?? ''), now]);
  return row?.id;
}

const FORGET_OLD = `
delete from known_device where person_id = ? and (last_used_at <= ?::timestamptz - interval '${DEVICE_DAYS} days' or id in
  (select id from known_device where person_id = ? order by last_used_at desc, id desc offset ${MAX_DEVICES - 1}))`;

const REMEMBER = `
insert into known_device (person_id, token_hash, user_agent, created_at, last_used_at) values (?, ?, ?, ?, ?)
on conflict (person_id, token_hash) do update set last_used_at = excluded.last_used_at, user_agent = excluded.user_agent
returning xmax = 0 as "isNew"`;

/**
 * Notes that the person uses that browser. Its cookie's token stays where we have issued it, also for somebody else.
 * @returns the token for the cookie, and whether the person did not know the browser.
 */
export async function rememberDevice(
  em: EntityManager,
  personId: number,
  { device, userAgent }: ShownDevice,
  now: Date,
): Promise<{ readonly token: string; readonly isNew: boolean }> {
  const isOurs = device !== undefined && (await em.count(KnownDevice, { tokenHash: hashToken(device) })) > 0;
  const token = isOurs ? device : newToken();
  const isKnown = (await findKnownDevice(em, personId, token, now)) !== undefined;
  if (!isKnown) await em.execute(FORGET_OLD, [personId, now, personId]);
  const browser = keptUserAgent(userAgent);
  const [row] = await em.execute<{ isNew: boolean }[]>(REMEMBER, [
    personId,
    hashToken(token),
    browser,
    now,
    now,
  ]);
  return { token, isNew: row!.isNew };
}

/** Forgets all of a person's. @param exceptToken stays. */
export async function forgetDevices(
  em: EntityManager,
  personId: number,
  exceptToken?: string,
): Promise<void> {
  const others = exceptToken === undefined ? {} : { tokenHash: { $ne: hashToken(exceptToken) } };
  await em.nativeDelete(KnownDevice, { personId, ...others });
}
