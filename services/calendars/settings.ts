import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { CalendarSettingsData } from '../../contract/schemas/studio.ts';
import type { Cipher } from '../../db/cipher.ts';
import { type Guide, GuideCalendar } from '../../db/entities/index.ts';
import {
  importNow,
  nextImportAt,
  removeImportAddress,
  saveFeedToken,
  saveImportAddress,
  setImported,
} from '../../db/queries/guides/guide-calendars.ts';
import { bookedDaysWithin } from '../../db/queries/orders/reservations.ts';
import { hashToken, newToken } from '../../db/secret-tokens.ts';
import { toMultirange } from '../../db/types/day-ranges.ts';
import { IMPORT_ERRORS } from '../../domain/calendar-import.ts';
import { checkCallbackUrl } from '../../domain/callback-url.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { recordAudit } from '../audit.ts';
import { findOwnGuide, lockOwnGuide, refuseOthers } from '../guides/own-guide.ts';

/** Days that are named as taken by orders although the calendar has them. */
const NAMED_DAYS = 31;

export interface CalendarSettingsDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  /** Permits http, and addresses on this machine. For development only. */
  readonly allowInsecure: boolean;
}

/**
 * What a studio does with the calendars of its own guides. Every function throws MerchantKindForbidden for a merchant that is no
 * studio, GuideNotFound and GuideForbidden.
 */
export function createCalendarSettings({ orm, cipher, allowInsecure }: CalendarSettingsDeps) {
  const change = async <Result>(
    caller: CallingMerchant,
    guideId: string,
    action: string,
    work: (em: EntityManager) => Promise<Result>,
  ): Promise<Result> => {
    refuseOthers(caller);
    return await orm.em.fork().transactional(async (em) => {
      await lockOwnGuide(em, caller, guideId);
      const result = await work(em);
      await recordAudit(em, caller, { action, subject: `guide:${guideId}` });
      return result;
    });
  };
  return {
    async show(caller: CallingMerchant, guideId: string): Promise<CalendarSettingsData> {
      refuseOthers(caller);
      const em = orm.em.fork();
      const guide = await findOwnGuide(em, caller, guideId);
      const settings = await em.findOne(GuideCalendar, { guideId });
      return {
        feedMadeAt: settings?.feedMadeAt?.toISOString() ?? null,
        import: settings ? await viewImport(em, guide, settings, cipher) : null,
      };
    },
    /** @returns the token of the feed's address, which nobody can read again; the one before ends. */
    async makeFeed(caller: CallingMerchant, guideId: string): Promise<string> {
      const token = newToken();
      await change(caller, guideId, 'guide.feed_made', (em) => saveFeedToken(em, guideId, hashToken(token)));
      return token;
    },
    async endFeed(caller: CallingMerchant, guideId: string): Promise<void> {
      await change(caller, guideId, 'guide.feed_ended', (em) => saveFeedToken(em, guideId, null));
    },
    /** It is read within seconds, and every hour from then on. @throws InvalidParameter */
    async saveImport(caller: CallingMerchant, guideId: string, address: string): Promise<void> {
      const encrypted = await cipher.encrypt(checkedAddress(address, allowInsecure));
      await change(caller, guideId, 'guide.import_set', (em) => saveImportAddress(em, guideId, encrypted));
    },
    /** With it go the days that came from it. */
    async removeImport(caller: CallingMerchant, guideId: string): Promise<void> {
      await change(caller, guideId, 'guide.import_removed', async (em) => {
        await removeImportAddress(em, guideId);
        await setImported(em, guideId, []);
      });
    },
    /** @throws InvalidParameter where there is no address. */
    async importNow(caller: CallingMerchant, guideId: string): Promise<void> {
      refuseOthers(caller);
      const em = orm.em.fork();
      await findOwnGuide(em, caller, guideId);
      if (!(await importNow(em, guideId))) {
        const msg = 'the guide has no calendar to import';
        throw invalidParameter('path.guideId', 'unknown_reference', msg);
      }
    },
  };
}
export type CalendarSettings = ReturnType<typeof createCalendarSettings>;

async function viewImport(
  em: EntityManager,
  guide: Guide,
  { importUrlEncrypted, lastImportAt, importError }: GuideCalendar,
  cipher: Cipher,
): Promise<CalendarSettingsData['import']> {
  if (!importUrlEncrypted) return null;
  const blocked = toMultirange(guide.imported);
  return {
    host: new URL(await cipher.decrypt(importUrlEncrypted)).host,
    lastImportAt: lastImportAt?.toISOString() ?? null,
    nextImportAt: ((await nextImportAt(em, guide.id)) ?? guide.updatedAt).toISOString(),
    error: IMPORT_ERRORS.find((word) => word === importError) ?? null,
    days: [...guide.imported],
    bookedDays: await bookedDaysWithin(em, guide, {
      restDays: 0,
      blocked,
      calendar: null,
      limit: NAMED_DAYS,
    }),
  };
}

/** Calendar programs call it `webcal:`; it is https. @throws InvalidParameter */
function checkedAddress(address: string, allowInsecure: boolean): string {
  const checked = checkCallbackUrl(address.trim().replace(/^webcals?:/i, 'https:'), { allowInsecure });
  if (checked.ok) return checked.url;
  throw invalidParameter('body.url', 'url_not_allowed', checked.reason);
}
