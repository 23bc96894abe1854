/** What operators see of a company. */
export interface CompanyFacts {
  readonly companyId: string;
  readonly name: string;
  readonly kind: 'agency' | 'studio' | 'provider';
  readonly country: string;
  readonly sandboxKey: string;
  readonly liveKey: string | null;
  readonly registeredAt: string;
}
