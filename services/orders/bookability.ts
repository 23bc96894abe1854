/** Whether the caller may book a guide at all, and what travellers have to say; the trip itself is planned in domain/trip-plan.ts. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import {
  type ErrorDetail,
  GuideForbidden,
  InvalidParameter,
  MerchantKindForbidden,
} from '../../domain/errors.ts';
import { isOpenTo } from '../../domain/guide.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';
import type { Answer, Question, Travellers } from '../../domain/trip-details.ts';
import { planTrip, type TripPlan, type TripRequest } from '../../domain/trip-plan.ts';

/** What people say of themselves with a booking. */
export interface TravellersRequest {
  readonly contactEmail?: string | undefined;
  readonly guestNames?: readonly string[] | undefined;
  readonly answers?: readonly Omit<Answer, 'question'>[] | undefined;
}

/** @throws MerchantKindForbidden for a merchant that does not book. */
export function refuseOthersThanBuyers({ kind }: CallingMerchant): void {
  if (kind === 'provider')
    throw new MerchantKindForbidden('a provider books for merchants that linked it: send On-Behalf-Of');
  if (kind === 'studio') throw new MerchantKindForbidden('a studio offers guides, it does not book them');
}

/** @throws GuideForbidden for who may not book it. */
export function refuseStrangers(caller: CallingMerchant, guide: BookableGuide): void {
  if (!isOpenTo(caller, guide)) throw new GuideForbidden();
}

/** The requested trip. @throws InvalidParameter with everything that is wrong. */
export function tripOf(request: TripRequest, guide: BookableGuide, now: Date): TripPlan {
  const planned = planTrip(request, guide, now);
  if ('problems' in planned) throw new InvalidParameter(planned.problems);
  return planned.plan;
}

/** What is wrong with what travellers say, for so many guests. */
export function travellerProblems(
  { guestNames = [], answers = [] }: TravellersRequest,
  questions: readonly Question[],
  guestCount: number | undefined,
): ErrorDetail[] {
  const problem = (path: string, reason: RefusalReason, msg: string): ErrorDetail[] => [
    { path: `body.${path}`, reason, msg },
  ];
  const known = questions.map(({ questionId }) => questionId);
  const answered = answers.map(({ questionId }) => questionId);
  const missing = questions.filter(({ required, questionId }) => required && !answered.includes(questionId));
  return [
    ...(guestCount !== undefined && guestNames.length > guestCount
      ? problem('guestNames', 'too_many', `must be at most ${guestCount}, as there are guests`)
      : []),
    ...answered.flatMap((id, index) => {
      if (!known.includes(id))
        return problem(`answers.${index}.questionId`, 'not_offered', "is none of the guide's questions");
      return answered.indexOf(id) < index
        ? problem(`answers.${index}.questionId`, 'duplicate', 'is there twice')
        : [];
    }),
    ...missing.flatMap(({ questionId }) =>
      problem('answers', 'unanswered_question', `must answer the question ${questionId}`),
    ),
  ];
}

/** As the order keeps it; null where nothing was said. What travellers say must be free of problems. */
export function travellersOf(
  { contactEmail, guestNames, answers }: TravellersRequest,
  questions: readonly Question[],
): Travellers | null {
  const question = (id: string) => questions.find(({ questionId }) => questionId === id)?.text ?? '';
  const travellers: Travellers = {
    ...(contactEmail !== undefined && { contactEmail }),
    ...(guestNames !== undefined && { guestNames }),
    ...(answers !== undefined && {
      answers: answers.map((one) => ({ ...one, question: question(one.questionId) })),
    }),
  };
  return Object.keys(travellers).length > 0 ? travellers : null;
}
