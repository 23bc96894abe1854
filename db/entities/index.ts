import * as entities from './all.ts';

export * from './all.ts';
export type { MailLinkPurpose, Registration } from './mail-link.ts';
export type { SignInCeremonyPurpose } from './sign-in-ceremony.ts';

export const ENTITIES = Object.values(entities);
