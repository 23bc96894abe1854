import type { EntityManager } from '@mikro-orm/postgresql';
import { Company, DisputeMessage, Person } from '../../db/entities/index.ts';
import { writeNews } from '../../db/queries/console/account-mails.ts';
import { operatorsWhoMay } from '../../db/queries/console/people.ts';
import { writeMail } from '../../db/queries/console/write-mail.ts';
import type { DisputeRow } from '../../db/queries/money/dispute-threads.ts';
import { placeOf } from '../../domain/console-places.ts';
import type { Language } from '../../domain/console-roles.ts';
import type { ThreadSide } from '../../domain/dispute-thread.ts';
import { lineId, numberedId } from '../../domain/ids.ts';
import { disputeMail } from '../../lib/mail/dispute-words.ts';

interface News {
  readonly from: ThreadSide;
  readonly news?: 'message' | 'answer';
  readonly at: Date;
  readonly consoleBaseUrl: string;
}

/** Writes to the merchant's contact, or to the operators who answer disputes, in the transaction of what the mail is about. */
export async function notifyOtherSide(em: EntityManager, dispute: DisputeRow, news: News): Promise<void> {
  if (news.from === 'operator') await publishToMerchant(em, dispute, news);
  else await notifyOperators(em, dispute, { consoleBaseUrl: news.consoleBaseUrl });
}

async function publishToMerchant(em: EntityManager, dispute: DisputeRow, news: News): Promise<void> {
  const { at, consoleBaseUrl, news: kind = 'message' } = news;
  const disputeId = numberedId('dispute', dispute.id);
  const link = `${consoleBaseUrl}${await placeOfMerchant(em, dispute)}/money/disputes/${disputeId}`;
  const text = disputeMail({ ...factsOf(dispute), link, news: kind }, await languageOf(em, dispute.id));
  const type = kind === 'answer' ? 'dispute.answer' : 'dispute.message';
  await writeMail(em, { ...text, type, merchantKey: dispute.merchantKey, about: disputeId, occurredAt: at });
}

/** The merchant's place in the console: its company, and which of its two sides. A merchant without a company has no page. */
async function placeOfMerchant(
  em: EntityManager,
  { merchantKey, sandbox }: Pick<DisputeRow, 'merchantKey' | 'sandbox'>,
): Promise<string> {
  const company = await em.findOne(Company, sandbox ? { sandboxKey: merchantKey } : { liveKey: merchantKey });
  return company === null ? '' : placeOf({ companyId: company.id, sandbox });
}

/** The language of the person who wrote last for the merchant. */
async function languageOf(em: EntityManager, disputeId: number): Promise<Language> {
  const side = 'merchant' as const;
  const last = await em.findOne(DisputeMessage, { disputeId, side }, { orderBy: { id: 'desc' } });
  return last === null ? 'en' : (await em.findOneOrFail(Person, last.personId)).language;
}

/** Writes to the operators who answer disputes. Who opens many takes no mail from others: each merchant's are counted apart. */
export async function notifyOperators(
  em: EntityManager,
  dispute: DisputeRow,
  { news = 'message', consoleBaseUrl }: { news?: 'message' | 'opened'; consoleBaseUrl: string },
): Promise<void> {
  const link = `${consoleBaseUrl}/desk/money/disputes/${numberedId('dispute', dispute.id)}`;
  const type = news === 'opened' && dispute.sandbox ? 'dispute.opened.sandbox' : `dispute.${news}`;
  for (const { email, language } of await operatorsWhoMay(em, 'operator.money.write')) {
    const text = disputeMail({ ...factsOf(dispute), link, news }, language);
    await writeNews(em, { ...text, to: email, type, sender: `merchant:${dispute.merchantKey}` });
  }
}

function factsOf({ settlementId, month, entryId }: DisputeRow) {
  return { settlementId, month, lineId: lineId(entryId) };
}
