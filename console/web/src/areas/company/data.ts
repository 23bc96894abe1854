/** Answers of the console's routes about a company (console/server/company, console/server/verification). */
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '../../../../server/company/schemas.ts';
import type {
  DocumentShown,
  SubmissionList,
  SubmissionShown,
} from '../../../../server/verification/schemas.ts';
import { addressOf, request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { numberFormat } from '../../texts/format.ts';

export type { DocumentShown as Document, Profile, SubmissionList, SubmissionShown as Submission };
export type ProfileMerchant = Profile['sandbox'];

/** Where a document of the company's is. */
export const documentAddress = (company: string, documentId: string) =>
  addressOf('GET /api/{company}/console/verification/documents/{documentId}', { company, documentId });
export const verificationKey = (company: string) => [company, 'verification'] as const;
export const profileKey = (company: string) => [company, 'profile'] as const;

const WAITING_MS = 20_000;

/** Newest first. */
export function useSubmissions(company: string) {
  return useQuery<SubmissionList, Refusal>({
    queryKey: verificationKey(company),
    queryFn: () => request('GET /api/{company}/console/verification', { params: { company } }),
    // Who waits for an answer sees it come.
    refetchInterval: ({ state }) => (state.data?.submissions[0]?.state === 'submitted' ? WAITING_MS : false),
  });
}

export function useProfile(company: string) {
  return useQuery<Profile, Refusal>({
    queryKey: profileKey(company),
    queryFn: () => request('GET /api/{company}/console/profile', { params: { company } }),
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
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size);
}
