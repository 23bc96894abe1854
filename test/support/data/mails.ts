import type { MikroORM } from '@mikro-orm/postgresql';
import { Mail } from '../../../db/entities/index.ts';
import { type NewMail, writeMail } from '../../../db/queries/console/write-mail.ts';
import { newMerchant } from '../../../db/queries/platform/new-merchant.ts';

let written = 0;

/** A mail that waits; each is about something else. @returns its number. */
export async function addMail(orm: MikroORM, changes: Partial<NewMail> = {}): Promise<number> {
  written += 1;
  const em = orm.em.fork();
  const occurredAt = new Date(Date.UTC(2026, 10, 22, 0, 0, written));
  const words = { subject: `Subject ${written}`, text: `Text ${written}\n` };
  const what = { type: 'callback.paused', merchantKey: 'mk_agency', about: 'EP1001', occurredAt } as const;
  await em.transactional((inside) => writeMail(inside, { ...what, ...words, ...changes }));
  return (await em.findOneOrFail(Mail, { id: { $gt: 0 } }, { orderBy: { id: 'desc' } })).id;
}

export async function addMerchant(orm: MikroORM, key = 'mk_agency'): Promise<void> {
  const contactEmail = `operations@${key.replace('mk_', '')}.example`;
  const em = orm.em.fork();
  newMerchant(em, { key, name: key, kind: 'agency', country: 'PT', contactEmail });
  await em.flush();
}
