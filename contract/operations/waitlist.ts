import { MAX_WAITLIST_ENTRIES } from '../../domain/waitlist.ts';
import { answers } from '../schemas/envelope.ts';
import {
  WaitlistBody,
  WaitlistData,
  WaitlistDeleted,
  WaitlistList,
  WaitlistPath,
  WaitlistQuery,
} from '../schemas/waitlist.ts';
import { defineOperations } from './define.ts';

export const waitlistOperations = defineOperations({
  createWaitlistEntry: {
    route: 'POST /open/v1/waitlist/create',
    sdk: 'waitlist.create',
    noun: 'entry',
    access: { scope: 'order:write' },
    schema: {
      tags: ['orders'],
      summary: 'Wait for a guide whose time is taken',
      description:
        'You are notified by `guide.available` each time the time becomes free: with a hold, if the guide has `waitlistWindowMinutes` ' +
        `and it is your turn; otherwise the first to book gets it. If the guide is already free at that time, it is refused with 40910. At most ${MAX_WAITLIST_ENTRIES} entries; repeating it for the same trip keeps the entry.`,
      body: WaitlistBody,
      response: answers(
        WaitlistData,
        'guideForbidden',
        'merchantKindForbidden',
        'guideNotFound',
        'guideUnavailable',
        'guideAvailable',
        'limitReached',
      ),
    },
  },
  listWaitlist: {
    route: 'GET /open/v1/waitlist/list',
    sdk: 'waitlist.list',
    noun: 'entry',
    access: { scope: 'order:read' },
    schema: {
      tags: ['orders'],
      summary: 'List what you are waiting for, earliest entry first',
      description: 'Entries of trips that have begun are removed.',
      querystring: WaitlistQuery,
      response: answers(WaitlistList),
    },
  },
  deleteWaitlistEntry: {
    route: 'DELETE /open/v1/waitlist/delete/{entryId}',
    sdk: 'waitlist.delete',
    noun: 'entry',
    access: { scope: 'order:write' },
    schema: {
      tags: ['orders'],
      summary: 'Stop waiting',
      description:
        "For the merchant that waits. Booking doesn't remove an entry. Other merchants' entries are refused as if they didn't exist (40014).",
      params: WaitlistPath,
      response: answers(WaitlistDeleted, 'waitlistEntryNotFound'),
    },
  },
});
