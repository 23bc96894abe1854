/** Saved answers: what the company keeps, and what they say about an order. */
import { useRef } from 'react';
import { fillIn, type Placeholder, placeholdersOf } from '../../../../../domain/saved-answer.ts';
import type { AnswerList } from '../../../../server/schemas/saved-answers.ts';
import { useOperation } from '../../api/queries.ts';
import { dayText } from '../../parts/time.tsx';
import { useLocaleTag } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useConsole } from './data.ts';
import { isOwnCompany } from './note-data.ts';

export type SavedAnswer = AnswerList['list'][number];

/** All of the company's in this world, by name. */
export function useSavedAnswers() {
  const here = useHere();
  return useConsole(here, 'GET /api/{company}/{world}/console/saved-answers', {}, isOwnCompany(here));
}

/** An answer for one order; `text` is undefined where it needs what is not known of it, such as a contact before the order is confirmed. */
export interface FilledAnswer extends Pick<SavedAnswer, 'answerId' | 'name'> {
  readonly text: string | undefined;
}

/** The answers with the order's facts in their places, in the reader's language. */
export function useFilledAnswers(orderId: string): readonly FilledAnswer[] {
  const here = useHere();
  const locale = useLocaleTag();
  const answers = useSavedAnswers().data?.list ?? [];
  const isWanted = answers.length > 0;
  const order = useOperation(here, 'getOrder', { params: { orderId }, enabled: isWanted }).data;
  const guideId = order?.guideId ?? '';
  const guide = useOperation(here, 'getGuide', { params: { guideId }, enabled: isWanted && guideId !== '' });
  const facts: Readonly<Record<Placeholder, string>> = {
    contact: order?.contactName ?? '',
    date: order ? dayText(order.tripDate, locale, true) : '',
    guide: guide.data?.name ?? '',
    order: orderId,
  };
  const isKnown = (text: string) => placeholdersOf(text).every((name) => facts[name] !== '');
  return answers.map(({ answerId, name, text }) => ({
    ...{ answerId, name },
    text: isKnown(text) ? fillIn(text, facts) : undefined,
  }));
}

/** Puts a text where the cursor is, or at the end where nobody was in the field; what was typed stays, selected or not. */
export function useInsertion(value: string, onChange: (value: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const at = field.current?.selectionEnd || value.length;
    const [before, after] = [value.slice(0, at), value.slice(at)];
    const apart = (side: string, edge: RegExp) => (side === '' || edge.test(side) ? '' : ' ');
    onChange(`${before}${apart(before, /\s$/)}${text}${apart(after, /^\s/)}${after}`);
    field.current?.focus();
  };
  return { field, insert };
}
