import { answers } from '../schemas/envelope.ts';
import { AvailabilityBody, AvailabilityData, BlockBody } from '../schemas/guide-terms.ts';
import {
  GuideCreateBody,
  GuideDeleted,
  GuideDetail,
  GuideDetailPath,
  GuideUpdateBody,
} from '../schemas/guides.ts';
import { ChangeHeaders } from '../schemas/if-match.ts';
import { defineOperations } from './define.ts';

const OWN_GUIDE_REFUSALS = [
  'guideForbidden',
  'guideNotFound',
  'merchantKindForbidden',
  'guideChanged',
] as const;

export const guideOperations = defineOperations({
  createGuide: {
    route: 'POST /open/v1/guide/create',
    sdk: 'guides.create',
    access: { scope: 'guide:write', tagged: true },
    schema: {
      tags: ['guides'],
      summary: 'Studio: create a guide',
      description:
        'Members that you leave out get their defaults. An active guide can be found and booked at once, by everyone or by your partners, depending on `visibility`.',
      body: GuideCreateBody,
      response: answers(GuideDetail, 'merchantKindForbidden'),
    },
  },
  updateGuide: {
    route: 'PUT /open/v1/guide/update/{guideId}',
    sdk: 'guides.update',
    access: { scope: 'guide:write', tagged: true },
    schema: {
      tags: ['guides'],
      summary: 'Studio: change a guide',
      description: 'Members that you leave out stay unchanged. Orders keep the terms they were placed under.',
      params: GuideDetailPath,
      headers: ChangeHeaders,
      body: GuideUpdateBody,
      response: answers(GuideDetail, ...OWN_GUIDE_REFUSALS),
    },
  },
  setGuideAvailability: {
    route: 'PUT /open/v1/guide/availability/{guideId}',
    sdk: 'guides.setAvailability',
    noun: 'availability',
    access: { scope: 'guide:write', tagged: true },
    schema: {
      tags: ['guides'],
      summary: 'Studio: set rest days, blocked days and holidays',
      description:
        "Each member that you send replaces the stored one. Days with open orders or holds can't be closed: 40902 lists " +
        'them (`bookedDays`), and nothing changes.',
      params: GuideDetailPath,
      headers: ChangeHeaders,
      body: AvailabilityBody,
      response: answers(AvailabilityData, ...OWN_GUIDE_REFUSALS, 'guideUnavailable'),
    },
  },
  blockGuideDays: {
    route: 'POST /open/v1/guide/block/{guideId}',
    sdk: 'guides.block',
    noun: 'availability',
    access: { scope: 'guide:write', tagged: true },
    schema: {
      tags: ['guides'],
      summary: 'Studio: block more days',
      description:
        "Days with open orders or holds can't be blocked: 40902 lists them (`bookedDays`), and nothing changes. Days that " +
        'are over where the guide is are skipped; a range that is over altogether is refused (`past_date`).',
      params: GuideDetailPath,
      headers: ChangeHeaders,
      body: BlockBody,
      response: answers(AvailabilityData, ...OWN_GUIDE_REFUSALS, 'guideUnavailable'),
    },
  },
  unblockGuideDays: {
    route: 'POST /open/v1/guide/unblock/{guideId}',
    sdk: 'guides.unblock',
    noun: 'availability',
    access: { scope: 'guide:write', tagged: true },
    schema: {
      tags: ['guides'],
      summary: 'Studio: unblock days',
      description:
        'Blocked days outside the range stay blocked. Days that were not blocked stay as they are.',
      params: GuideDetailPath,
      headers: ChangeHeaders,
      body: BlockBody,
      response: answers(AvailabilityData, ...OWN_GUIDE_REFUSALS),
    },
  },
  deleteGuide: {
    route: 'DELETE /open/v1/guide/delete/{guideId}',
    sdk: 'guides.delete',
    access: { scope: 'guide:write' },
    schema: {
      tags: ['guides'],
      summary: 'Studio: delete a guide',
      description: 'Refused with 40901 as long as the guide has open orders. Its old orders remain readable.',
      params: GuideDetailPath,
      headers: ChangeHeaders,
      response: answers(GuideDeleted, ...OWN_GUIDE_REFUSALS, 'orderStateForbids'),
    },
  },
});
