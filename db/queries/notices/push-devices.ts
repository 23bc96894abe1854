/** Browsers and chats that show a person's notices as they come (db/entities/push-device.ts). */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Language } from '../../../domain/console-roles.ts';
import { type DeviceKind, PUSH_DEVICES, type PushSubscription } from '../../../domain/push-message.ts';
import { PushDevice } from '../../entities/index.ts';
import { hashToken } from '../../secret-tokens.ts';
import { addSingleJobs } from '../platform/jobs.ts';

export interface NewPushDevice extends PushSubscription {
  readonly personId: number;
  /** Null: of a chat. */
  readonly sessionId: number | null;
  readonly kind: DeviceKind;
  readonly urlEncrypted: string | null;
  readonly seal: string;
  readonly userAgent: string | null;
}

const KEEP = `
insert into push_device (person_id, session_id, kind, url_encrypted, endpoint, p256dh, auth, server_key, seal, user_agent)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict (endpoint) do update set person_id = excluded.person_id, session_id = excluded.session_id, seal = excluded.seal,
  server_key = excluded.server_key, url_encrypted = excluded.url_encrypted, user_agent = excluded.user_agent,
  created_at = case when push_device.person_id = excluded.person_id then push_device.created_at else now() end
where push_device.p256dh = excluded.p256dh and push_device.auth = excluded.auth
returning id::float8 as id`;

const FORGET_OLDEST = `
delete from push_device where id in
  (select id from push_device where person_id = ? and kind = ? order by created_at desc, id desc offset ${PUSH_DEVICES})`;

/** @returns its id; undefined where another browser has that endpoint. */
export async function keepPushDevice(em: EntityManager, device: NewPushDevice): Promise<number | undefined> {
  const { personId, sessionId, kind, urlEncrypted, endpoint, p256dh, auth, serverKey, seal, userAgent } =
    device;
  const subscription = [endpoint, p256dh, auth, serverKey];
  const values = [personId, sessionId, kind, urlEncrypted, ...subscription, seal, userAgent];
  const [row] = await em.execute<{ id: number }[]>(KEEP, values);
  await em.execute(FORGET_OLDEST, [personId, kind]);
  return row?.id;
}

/** It is used in that session from now on. @returns its id; undefined where it is not the person's. */
export async function findOwnPushDevice(
  em: EntityManager,
  {
    personId,
    sessionId,
    endpoint,
  }: Pick<NewPushDevice, 'personId' | 'endpoint'> & { readonly sessionId: number },
): Promise<number | undefined> {
  const [row] = await em.execute<{ id: number }[]>(
    'update push_device set session_id = ? where person_id = ? and endpoint = ? returning id::float8 as id',
    [sessionId, personId, endpoint],
  );
  return row?.id;
}

const FIND = `
select d.id::float8 as id, d.person_id::float8 as "personId", p.language, d.kind, d.url_encrypted as "urlEncrypted", d.endpoint, d.p256dh, d.auth, d.server_key as "serverKey", d.seal,
  extract(epoch from now() - d.last_sent_at)::float8 * 1000 as "sinceMs"
from push_device d join person p on p.id = d.person_id where d.id = ?`;

/** A device on the way of a message to it. */
export interface PushTarget extends PushSubscription {
  readonly id: number;
  readonly personId: number;
  /** The person's. */
  readonly language: Language;
  readonly kind: DeviceKind;
  /** Of a chat. */
  readonly urlEncrypted: string | null;
  readonly seal: string;
  /** Milliseconds since a push service last took notices for it; null: it has taken none. */
  readonly sinceMs: number | null;
}

export async function findPushTarget(em: EntityManager, id: number): Promise<PushTarget | undefined> {
  const [row] = await em.execute<PushTarget[]>(FIND, [id]);
  return row;
}

/** Its subscription is over. */
export async function forgetPushDevice(em: EntityManager, id: number): Promise<void> {
  await em.nativeDelete(PushDevice, { id });
}

/** The newest first. */
export function listPushDevices(em: EntityManager, personId: number): Promise<PushDevice[]> {
  return em.find(PushDevice, { personId }, { orderBy: { createdAt: 'desc', id: 'desc' } });
}

/** @returns whether it was the person's. */
export async function removePushDevice(em: EntityManager, personId: number, id: number): Promise<boolean> {
  return (await em.nativeDelete(PushDevice, { id, personId })) > 0;
}

/** The session goes on under another token, which the browser has. */
export async function movePushDevices(em: EntityManager, sessionId: number, token: string): Promise<void> {
  await em.execute(
    'update push_device set session_id = (select id from console_session where token_hash = ?) where session_id = ?',
    [hashToken(token), sessionId],
  );
}

/** Of a session that somebody ends. */
export async function endPushDevices(em: EntityManager, sessionId: number): Promise<void> {
  await em.nativeDelete(PushDevice, { sessionId });
}

/** All of a person's. @param exceptSessionId its own stay. */
export async function endAllPushDevices(
  em: EntityManager,
  personId: number,
  exceptSessionId?: number,
): Promise<void> {
  await em.execute('delete from push_device where person_id = ? and session_id is distinct from ?::bigint', [
    personId,
    exceptSessionId ?? null,
  ]);
}

const NOTE = 'update push_device set last_sent_at = now() where id = ?';

export async function notePushSent(em: EntityManager, id: number): Promise<void> {
  await em.execute(NOTE, [id]);
}

const wanted = (written: string) => `${written} w join push_device d on d.person_id = w.person_id
  left join notice_setting s on s.person_id = w.person_id and s.company_id = w.company_id where coalesce(s.push, true)`;

/**
 * SQL: has notices sent to the devices of their people, all of a company to a device by one job.
 * @param written rows of id, company_id, person_id.
 */
export const pushNotices = (written: string) =>
  addSingleJobs(
    'push',
    `select d.id || ':' || w.company_id as subject, now() as run_at, json_build_object('from', min(w.id))::jsonb as payload
     from ${wanted(written)} group by d.id, w.company_id`,
    ['payload'],
  );

/** SQL: the same for notices that were sent before, each by itself. */
export const pushAgain = (written: string) =>
  addSingleJobs(
    'push',
    `select d.id || ':' || w.company_id || ':' || w.id as subject, now() as run_at,
       json_build_object('from', w.id, 'to', w.id)::jsonb as payload from ${wanted(written)}`,
    ['payload'],
  );
