import { defaultPayloadConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import type { RecordedState } from '../../../workflows/contract.ts';

type History = temporal.api.history.v1.IHistory;

/** `2 confirmed`: every state that the workflow knows of, in order; from the results of its activities. */
export function movesIn({ events }: History): string[] {
  const states = (events ?? []).flatMap((event) => {
    const local = event.markerRecordedEventAttributes?.details?.result;
    const regular = event.activityTaskCompletedEventAttributes?.result;
    const payload = (local ?? regular)?.payloads?.[0];
    const state = payload && defaultPayloadConverter.fromPayload<Partial<RecordedState>>(payload);
    if (state?.sequence === undefined) return [];
    return [...(state.passed ?? []), state].map(({ sequence, status }) => `${sequence} ${status}`);
  });
  return [...new Set(states)].filter((state) => state !== '1 pending');
}
