/** What the operator of the platform sets for money matters; lib/config.ts reads it. */
export interface PlatformTerms {
  /** IANA name: the calendar of settlement months, and of days from which commission rules are in effect. */
  readonly timeZone: string;
  /** Basis points that the platform keeps where neither a rule nor the studio says otherwise. */
  readonly commissionRate: number;
}

export const DEFAULT_PLATFORM_TERMS: PlatformTerms = { timeZone: 'UTC', commissionRate: 1_000 };
