/** Addresses of the console's pages, as mails and notices lead to them (console/web/src/areas). */

/** A company in one of its two worlds. */
export interface ConsolePlace {
  readonly companyId: string;
  readonly sandbox: boolean;
}

/** `/CO1001/live` */
export function placeOf({ companyId, sandbox }: ConsolePlace): string {
  return `/${companyId}/${sandbox ? 'sandbox' : 'live'}`;
}

/** By the letters that ids begin with; a guide's is `G` and digits. */
const PAGES: Record<string, string> = { ORD: 'orders', STL: 'money/statements' };

/**
 * @param subjectId of an order, a statement, a guide, a hold.
 * @param hold the hold whose id that is; null: it is of something else.
 */
export function pageOf(
  place: ConsolePlace,
  subjectId: string,
  hold: { readonly guideId: string } | null = null,
): string {
  if (hold !== null) return `${placeOf(place)}/find/${hold.guideId}/book?hold=${subjectId}`;
  const page = PAGES[subjectId.slice(0, 3)] ?? 'find';
  return `${placeOf(place)}/${page}/${subjectId}`;
}
