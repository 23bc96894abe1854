import type { Case } from './case.ts';
import type { Kit } from './kit.ts';

/** Seconds; twice what is allowed. */
const STALE_SECONDS = 600;

const draft = (kit: Kit) => kit.draft('order.status_changed');

type Shared = 'group' | 'expects' | 'finding';
const forged = (one: Omit<Case, Shared>): Case => ({
  ...one,
  group: 'signatures',
  expects: 'refused',
  finding: 'accepts_any_signature',
});
const outdated = (one: Omit<Case, Shared>): Case => ({ ...forged(one), finding: 'ignores_timestamp' });
const genuine = (one: Omit<Case, 'group' | 'expects'>): Case => ({
  ...one,
  group: 'signatures',
  expects: 'acknowledged',
});

const GENUINE: readonly Case[] = [
  genuine({
    id: 'raw-bytes',
    title: 'the bytes are verified as they arrived',
    sends: 'a good notification whose JSON has spaces, escapes and 360.00',
    finding: 'parses_before_verifying',
    deliveries: (kit) => {
      const { id, body } = draft(kit);
      const spaced = JSON.stringify(JSON.parse(body), null, 2)
        .replace(/"totalAmount": 360\b/, '"totalAmount": 360.00')
        .replaceAll('order', '\\u006frder');
      return [kit.sign({ id, body: `${spaced}\n` })];
    },
  }),
  genuine({
    id: 'utf-8',
    title: 'a body with characters beyond ASCII is acknowledged',
    sends: 'a good notification with Inês, 京都 and 🧭 in it',
    finding: 'wrong_charset',
    deliveries: (kit) => [
      kit.sign(kit.draft('order.status_changed', { clientReference: 'Inês 京都 🧭 \u2028' })),
    ],
  }),
  genuine({
    id: 'two-signatures',
    title: 'one right signature of two is enough',
    sends: 'the right signature behind one of another secret, and before it',
    finding: 'one_signature_only',
    deliveries: (kit) =>
      [draft(kit), draft(kit)].map((one, index) =>
        kit.sign(one, {
          signatures: (right, timestamp) => {
            const both = [kit.foreignSignature(one, timestamp), right];
            return index === 0 ? both : both.reverse();
          },
        }),
      ),
  }),
  genuine({
    id: 'other-scheme',
    title: 'signatures of other schemes are skipped',
    sends: 'the right signature behind one of the other scheme and one of a scheme to come',
    finding: 'trips_over_other_schemes',
    deliveries: (kit) => {
      const one = draft(kit);
      const other = kit.scheme === 'v1' ? 'v1a' : 'v1';
      const signatures = (right: string, timestamp: number) => [
        kit.foreignSignature(one, timestamp, other),
        'v9,bm90IHlldA==',
        right,
      ];
      return [kit.sign(one, { signatures })];
    },
  }),
];

const FORGED: readonly Case[] = [
  forged({
    id: 'wrong-secret',
    title: 'a signature of another secret is refused',
    sends: 'a notification signed with a secret that is not yours',
    deliveries: (kit) => {
      const one = draft(kit);
      return [kit.sign(one, { signatures: (_, timestamp) => [kit.foreignSignature(one, timestamp)] })];
    },
  }),
  forged({
    id: 'unsigned',
    title: 'a notification without a signature is refused',
    sends: 'no webhook-signature; then an empty one',
    deliveries: (kit) => {
      const { headers, body } = kit.sign(draft(kit));
      const { 'webhook-signature': _, ...unsigned } = headers;
      return [
        { headers: unsigned, body },
        { headers: { ...headers, 'webhook-signature': '' }, body },
      ];
    },
  }),
  forged({
    id: 'changed-body',
    title: 'a body that was changed after signing is refused',
    sends: 'a signed notification, its orderId changed',
    deliveries: (kit) => {
      const { headers, body } = kit.sign(draft(kit));
      return [{ headers, body: body.replaceAll('ORD1000', 'ORD9000') }];
    },
  }),
  forged({
    id: 'changed-id',
    title: 'another webhook-id than the signed one is refused',
    sends: 'a signed notification under another webhook-id',
    deliveries: (kit) => {
      const { headers, body } = kit.sign(draft(kit));
      return [{ headers: { ...headers, 'webhook-id': draft(kit).id }, body }];
    },
  }),
  forged({
    id: 'changed-timestamp',
    title: 'another webhook-timestamp than the signed one is refused',
    sends: 'a notification signed ten minutes ago, under the time of now',
    deliveries: (kit) => {
      const one = draft(kit);
      const { headers, body } = kit.sign(one, { offset: -STALE_SECONDS });
      const now = kit.sign(one).headers['webhook-timestamp']!;
      return [{ headers: { ...headers, 'webhook-timestamp': now }, body }];
    },
  }),
  forged({
    id: 'malformed-signature',
    title: 'a malformed signature is refused',
    sends: 'the right signature cut short, then nothing but its prefix',
    deliveries: (kit) =>
      [(right: string) => [right.slice(0, 12)], (right: string) => [right.replace(/,.*/, ',')]].map(
        (signatures) => kit.sign(draft(kit), { signatures }),
      ),
  }),
  forged({
    id: 'garbage',
    title: 'a body that is no JSON, and signed by nobody, is refused',
    sends: '`{"notificationId":` with a signature of another secret',
    deliveries: (kit) => {
      const one = { ...draft(kit), body: '{"notificationId":' };
      return [kit.sign(one, { signatures: (_, timestamp) => [kit.foreignSignature(one, timestamp)] })];
    },
  }),
];

const OUTDATED: readonly Case[] = [
  outdated({
    id: 'stale',
    title: 'a timestamp of ten minutes ago is refused',
    sends: 'a notification well signed ten minutes ago: a replay',
    deliveries: (kit) => [kit.sign(draft(kit), { offset: -STALE_SECONDS })],
  }),
  outdated({
    id: 'future',
    title: 'a timestamp ten minutes ahead is refused',
    sends: 'a notification well signed, by a clock ten minutes ahead',
    deliveries: (kit) => [kit.sign(draft(kit), { offset: STALE_SECONDS })],
  }),
];

export const SIGNATURE_CASES: readonly Case[] = [...GENUINE, ...FORGED, ...OUTDATED];
