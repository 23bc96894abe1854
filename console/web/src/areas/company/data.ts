/** Answers of the console's routes about a company (console/server/company, console/server/verification). */
import { useQuery } from '@tanstack/react-query';
import type { FileType } from '../../../../../domain/stored-file.ts';
import type { RefusedFields, SubmissionState, VerificationForm } from '../../../../../domain/verification.ts';
import { get } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';

export interface Document {
  readonly documentId: string;
  readonly name: string;
  readonly type: FileType;
  /** Bytes. */
  readonly size: number;
  readonly addedAt: string;
}

export interface Submission {
  readonly submissionId: string;
  readonly number: number;
  readonly state: SubmissionState;
  readonly version: number;
  readonly form: VerificationForm;
  readonly documents: readonly Document[];
  readonly updatedAt: string;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly refused: RefusedFields;
  readonly note: string | null;
}

export interface ProfileMerchant {
  readonly key: string;
  readonly name: string;
  readonly country: string;
  readonly status: 'active' | 'suspended';
  readonly verification: 'pending' | 'approved' | 'refused';
  readonly contactEmail: string | null;
}

export interface Profile {
  readonly companyId: string;
  readonly name: string;
  readonly kind: 'agency' | 'studio' | 'provider';
  readonly country: string;
  readonly registeredAt: string;
  readonly sandbox: ProfileMerchant;
  readonly live: ProfileMerchant | null;
  readonly verification: SubmissionState | null;
}

/** The console's own routes of a company. */
export const companyPath = (company: string, rest: string) => `/api/${company}/console${rest}`;
export const verificationKey = (company: string) => [company, 'verification'] as const;
export const profileKey = (company: string) => [company, 'profile'] as const;

const WAITING_MS = 20_000;

/** Newest first. */
export function useSubmissions(company: string) {
  return useQuery<{ submissions: readonly Submission[] }, Refusal>({
    queryKey: verificationKey(company),
    queryFn: () => get(companyPath(company, '/verification')),
    // Who waits for an answer sees it come.
    refetchInterval: ({ state }) => (state.data?.submissions[0]?.state === 'submitted' ? WAITING_MS : false),
  });
}

export function useProfile(company: string) {
  return useQuery<Profile, Refusal>({
    queryKey: profileKey(company),
    queryFn: () => get(companyPath(company, '/profile')),
  });
}

const UNITS = [
  ['megabyte', 1_000_000],
  ['kilobyte', 1_000],
  ['byte', 1],
] as const;

/** `1.4 MB`, in the reader's language. */
export function bytesText(bytes: number, locale: string): string {
  const [unit, size] = UNITS.find(([, from]) => bytes >= from) ?? UNITS[2];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    bytes / size,
  );
}
