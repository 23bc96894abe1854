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
        'You are notified by `guide.available` each time that the time becomes free: with a hold, where the guide has `waitlistWindowMinutes` ' +
        `and it is your turn; else whoever books first has it. Where the guide is free then, it is refused with 40910. At most ${MAX_WAITLIST_ENTRIES} entries; the same trip again is the same entry.`,
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
      summary: 'What you wait for, the earliest entry first',
      description: 'Entries of trips that have begun are gone.',
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
      summary: 'Wait no longer',
      description:
        'For the merchant that waits; booking does not end an entry. One of others is refused like one that does not exist (40014).',
      params: WaitlistPath,
      response: answers(WaitlistDeleted, 'waitlistEntryNotFound'),
    },
  },
});
