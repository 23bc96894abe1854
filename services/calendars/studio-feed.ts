import type { MikroORM } from '@mikro-orm/postgresql';
import { StudioCalendar } from '../../db/entities/index.ts';
import {
  type StudioFeed,
  type StudioFeedTime,
  saveStudioFeedToken,
} from '../../db/queries/guides/studio-calendar.ts';
import { hashToken, newToken } from '../../db/secret-tokens.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { recordAudit } from '../audit.ts';
import { refuseOthers } from '../guides/own-guide.ts';
import { addDaysOf, addTime, BLOCKED, newCalendar, rememberedStarts, takenText } from './events.ts';

/** About 1 MB, which calendar programs still read. */
export const MAX_STUDIO_EVENTS = 3_000;

/** What a studio does with the feed of all its guides. Every function throws MerchantKindForbidden for a merchant that is no studio. */
export function createStudioFeedSettings({ orm }: { readonly orm: MikroORM }) {
  const save = async (caller: CallingMerchant, action: string, hash: string | null): Promise<void> => {
    refuseOthers(caller);
    await orm.em.fork().transactional(async (em) => {
      await saveStudioFeedToken(em, caller.key, hash);
      await recordAudit(em, caller, { action, subject: `studio:${caller.key}` });
    });
  };
  return {
    async show(caller: CallingMerchant): Promise<{ feedMadeAt: string | null }> {
      refuseOthers(caller);
      const settings = await orm.em.fork().findOne(StudioCalendar, { studioKey: caller.key });
      return { feedMadeAt: settings?.feedMadeAt?.toISOString() ?? null };
    },
    /** @returns the token of the feed's address, which nobody can read again; the one before ends. */
    async make(caller: CallingMerchant): Promise<string> {
      const token = newToken();
      await save(caller, 'studio.feed_made', hashToken(token));
      return token;
    },
    end: (caller: CallingMerchant) => save(caller, 'studio.feed_ended', null),
  };
}
export type StudioFeedSettings = ReturnType<typeof createStudioFeedSettings>;

/** The first MAX_STUDIO_EVENTS, each with its guide's name; where there are more, the day from which they are left out says so. */
export function writeStudio({ studioKey, times }: StudioFeed, uids: string): string {
  const calendar = newCalendar({ name: 'Guidepost', product: 'studio calendar' });
  const startOf = rememberedStarts();
  for (const time of times.slice(0, MAX_STUDIO_EVENTS)) {
    const { id, stamp, timeZone } = time;
    addTime(calendar, time, timeZone, { id: `${id}${uids}`, summary: summaryOf(time), stamp }, startOf);
  }
  const [left] = times.slice(MAX_STUDIO_EVENTS);
  if (left) {
    const day = { startDate: left.startDate, endDate: left.startDate };
    const summary = 'From here on not everything is in this calendar: see the console';
    addDaysOf(calendar, day, { id: `${studioKey}-more${uids}`, summary, stamp: left.stamp });
  }
  return calendar.toString();
}

function summaryOf({ id, kind, guideName, status }: StudioFeedTime): string {
  return `${guideName} · ${kind === 'blocked' ? BLOCKED : takenText(id, status)}`;
}
