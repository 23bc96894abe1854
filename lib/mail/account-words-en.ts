/** Mails to people about their account, in English. */
import { browserOf } from '../../domain/browser-name.ts';
import type { AccountTexts, FactorChange } from './account-facts.ts';
import { instant, unlinked } from './plain-words.ts';

const FACTOR_SUBJECTS: Record<FactorChange, string> = {
  totp_added: 'An authenticator app was added',
  totp_removed: 'Your authenticator app was removed',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  recovery_codes_made: 'You have new recovery codes',
  recovery_code_used: 'A recovery code was used',
  lifted: 'Your second factors were removed',
};

const FACTOR_TEXTS: Record<FactorChange, string> = {
  totp_added: 'Your account asks for the code of an authenticator app from now on.',
  totp_removed: 'Your account no longer asks for the code of an authenticator app.',
  passkey_added: 'Your account can be opened by a further passkey.',
  passkey_removed: 'One of your passkeys no longer opens your account.',
  recovery_codes_made: 'The recovery codes that you had before no longer work.',
  recovery_code_used: 'Somebody signed in to your account by a recovery code.',
  lifted: 'We have removed them, since you asked us to. Set up a new one.',
};

const BROWSERS = { unknown: 'unknown', on: (browser: string, system: string) => `${browser} on ${system}` };

export const EN: AccountTexts = {
  confirm: ({ link }) => [
    'Confirm your e-mail address',
    'Somebody registered at Guidepost with this address. If it was you, open this\nlink within 24 hours and set your password:',
    link,
    'Only the newest of several such links works.',
    "If it wasn't you, do nothing: without the link there is no account.",
  ],
  known: ({ signIn, reset }) => [
    'You already have an account',
    'Somebody registered at Guidepost with this address, which has an account\nalready. Nothing was changed.',
    `If it was you, sign in:\n${signIn}`,
    `Did you forget your password? Set a new one:\n${reset}`,
  ],
  reset: ({ link }) => [
    'Set a new password',
    'Somebody asked to set a new password for your account. If it was you, open\nthis link within an hour:',
    link,
    'Your second factor is still asked for afterwards. All your sessions end.',
    "If it wasn't you, do nothing: your password stays as it is.",
  ],
  unknown: ({ register }) => [
    'There is no account with this address',
    'Somebody asked to set a new password, but this address has no account at\nGuidepost. If it was you, try another address, or register:',
    register,
  ],
  passwordChanged: ({ reset }) => [
    'Your password was changed',
    'The password of your account was changed. Your other sessions have ended.',
    `If it wasn't you, set a new one at once:\n${reset}`,
  ],
  newEmail: ({ link }) => [
    'Confirm your new e-mail address',
    'Somebody asked to use this address for an account at Guidepost. If it was\nyou, open this link within 24 hours:',
    link,
    'You have to be signed in to that account. If you have none, or if it was not\nyou, do nothing.',
  ],
  emailChanged: () => [
    'The e-mail address of your account was changed',
    'Your account now has another e-mail address. This one is no longer used.',
    "If it wasn't you, contact us at once.",
  ],
  newDevice: ({ at, userAgent, address, reset, security }) => [
    'New sign-in to your account',
    'Somebody signed in to your account in a browser that we had not seen before.',
    [`When: ${instant(at)}`, `Browser: ${browserOf(userAgent, BROWSERS)}`, `Address: ${address}`].join('\n'),
    `If it wasn't you, set a new password at once:\n${reset}`,
    `Where you are signed in:\n${security}`,
  ],
  guessed: ({ guessed, link, reset }) => [
    guessed === 'password'
      ? 'Somebody tries to guess your password'
      : 'Somebody tries to guess your second factor',
    guessed === 'password'
      ? 'Several wrong passwords were tried for your account. Nobody got in by them.'
      : 'Somebody knows your password and tried several wrong codes.',
    'Browsers that you have not used before now wait between two tries. If you want\nto sign in in such a browser, open this link there within 24 hours, once:',
    link,
    guessed === 'password'
      ? "If it wasn't you, you need do nothing: your own browsers go on as before."
      : `If it wasn't you, set a new password at once:\n${reset}`,
  ],
  factorsChanged: ({ what, security }) => [
    FACTOR_SUBJECTS[what],
    FACTOR_TEXTS[what],
    `If it wasn't you, change your password and check your factors and sessions:\n${security}`,
  ],
  invitation: ({ link, company, invitedBy }) => [
    'You are invited to a company at Guidepost',
    `${unlinked(invitedBy)} invites you to work for the company\n${unlinked(company)}.`,
    `To accept, open this link within 7 days:\n${link}`,
    'Only an account with this very address can accept.',
  ],
  operator: ({ link }) => [
    'Your operator account',
    'You are an operator of this platform now. Set your password by this link\nwithin 24 hours, then sign in and set up a second factor:',
    link,
  ],
};
