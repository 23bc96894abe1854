/**
 * When a notification `n` is tried next, as people are shown it. The activity that delivers it may run earlier, to be marked
 * as stuck in time; while its receiver wants no requests (Retry-After) nothing is sent then, unless it was requested by hand.
 */
export const NEXT_ATTEMPT = `case when n.status = 'pending' then greatest(n.next_attempt_at, (
    select held.held_until from callback_endpoint held
    where held.id = n.endpoint_id and held.held_until > now() and n.asked_at is null)) end`;
