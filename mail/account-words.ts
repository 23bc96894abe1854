/**
 * What people are told about their account of the console, in their language. A link's token stands behind `#`, where no server and no
 * log sees it. What somebody else typed (the name of a company, of who invites) can't become a link.
 */
import type { MailText } from '../domain/mail.ts';

export interface AccountMailFacts {
  /** Registered: opens the account. */
  readonly confirm: { readonly link: string };
  /** Registered with an address that has an account. */
  readonly known: { readonly signIn: string; readonly reset: string };
  readonly reset: { readonly link: string };
  /** Asked to reset an address without account. */
  readonly unknown: { readonly register: string };
  readonly passwordChanged: { readonly reset: string };
  /** To the new address. */
  readonly newEmail: { readonly link: string };
  /** To the old address. */
  readonly emailChanged: object;
  readonly factorsChanged: { readonly what: FactorChange; readonly security: string };
  readonly invitation: { readonly link: string; readonly company: string; readonly invitedBy: string };
  readonly operator: { readonly link: string };
}

export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'guessed'
  | 'lifted';

type Words<Kind extends keyof AccountMailFacts> = (
  facts: AccountMailFacts[Kind],
) => readonly [subject: string, ...paragraphs: string[]];
type Texts = { readonly [Kind in keyof AccountMailFacts]: Words<Kind> };
export type AccountMailKind = keyof AccountMailFacts;
export type MailLanguage = 'en' | 'es';

const EN: Texts = {
  confirm: ({ link }) => [
    'Confirm your e-mail address',
    'Somebody registered at Guidepost with this address. If it was you, open this\nlink within 24 hours:',
    link,
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
    "If it wasn't you, do nothing.",
  ],
  emailChanged: () => [
    'The e-mail address of your account was changed',
    'Your account now has another e-mail address. This one is no longer used.',
    "If it wasn't you, contact us at once.",
  ],
  factorsChanged: ({ what, security }) => [
    FACTOR_SUBJECTS.en[what],
    FACTOR_TEXTS.en[what],
    `If it wasn't you, change your password and look at your factors and sessions:\n${security}`,
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

const ES: Texts = {
  confirm: ({ link }) => [
    'Confirme su dirección de correo',
    'Alguien se ha registrado en Guidepost con esta dirección. Si ha sido usted,\nabra este enlace antes de 24 horas:',
    link,
    'Si no ha sido usted, no haga nada: sin el enlace no hay cuenta.',
  ],
  known: ({ signIn, reset }) => [
    'Ya tiene una cuenta',
    'Alguien se ha registrado en Guidepost con esta dirección, que ya tiene una\ncuenta. No ha cambiado nada.',
    `Si ha sido usted, inicie sesión:\n${signIn}`,
    `¿Ha olvidado su contraseña? Elija una nueva:\n${reset}`,
  ],
  reset: ({ link }) => [
    'Elija una contraseña nueva',
    'Alguien ha pedido una contraseña nueva para su cuenta. Si ha sido usted,\nabra este enlace antes de una hora:',
    link,
    'Después se le seguirá pidiendo el segundo factor. Se cierran todas sus\nsesiones.',
    'Si no ha sido usted, no haga nada: su contraseña sigue igual.',
  ],
  unknown: ({ register }) => [
    'No hay ninguna cuenta con esta dirección',
    'Alguien ha pedido una contraseña nueva, pero esta dirección no tiene cuenta\nen Guidepost. Si ha sido usted, pruebe otra dirección o regístrese:',
    register,
  ],
  passwordChanged: ({ reset }) => [
    'Su contraseña ha cambiado',
    'Se ha cambiado la contraseña de su cuenta. Sus demás sesiones se han cerrado.',
    `Si no ha sido usted, elija otra enseguida:\n${reset}`,
  ],
  newEmail: ({ link }) => [
    'Confirme su nueva dirección de correo',
    'Alguien quiere usar esta dirección para una cuenta de Guidepost. Si ha sido\nusted, abra este enlace antes de 24 horas:',
    link,
    'Si no ha sido usted, no haga nada.',
  ],
  emailChanged: () => [
    'La dirección de correo de su cuenta ha cambiado',
    'Su cuenta tiene ahora otra dirección de correo. Esta ya no se usa.',
    'Si no ha sido usted, póngase en contacto con nosotros enseguida.',
  ],
  factorsChanged: ({ what, security }) => [
    FACTOR_SUBJECTS.es[what],
    FACTOR_TEXTS.es[what],
    `Si no ha sido usted, cambie su contraseña y revise sus factores y sesiones:\n${security}`,
  ],
  invitation: ({ link, company, invitedBy }) => [
    'Le invitan a una empresa en Guidepost',
    `${unlinked(invitedBy)} le invita a trabajar para la empresa\n${unlinked(company)}.`,
    `Para aceptar, abra este enlace antes de 7 días:\n${link}`,
    'Solo puede aceptar una cuenta con esta misma dirección.',
  ],
  operator: ({ link }) => [
    'Su cuenta de operador',
    'Ahora es operador de esta plataforma. Elija su contraseña con este enlace\nantes de 24 horas; después inicie sesión y configure un segundo factor:',
    link,
  ],
};

const FOOTERS: Record<MailLanguage, string> = {
  en: 'Guidepost sends this about an account of the console.',
  es: 'Guidepost envía esto por una cuenta de la consola.',
};

const FACTOR_SUBJECTS: Record<MailLanguage, Record<FactorChange, string>> = {
  en: {
    totp_added: 'An authenticator app was added',
    totp_removed: 'Your authenticator app was removed',
    passkey_added: 'A passkey was added',
    passkey_removed: 'A passkey was removed',
    recovery_codes_made: 'You have new recovery codes',
    recovery_code_used: 'A recovery code was used',
    guessed: 'Somebody tries to guess your second factor',
    lifted: 'Your second factors were removed',
  },
  es: {
    totp_added: 'Se ha añadido una aplicación de autenticación',
    totp_removed: 'Se ha quitado su aplicación de autenticación',
    passkey_added: 'Se ha añadido una llave de acceso',
    passkey_removed: 'Se ha quitado una llave de acceso',
    recovery_codes_made: 'Tiene códigos de recuperación nuevos',
    recovery_code_used: 'Se ha usado un código de recuperación',
    guessed: 'Alguien intenta adivinar su segundo factor',
    lifted: 'Se han quitado sus segundos factores',
  },
};

const FACTOR_TEXTS: Record<MailLanguage, Record<FactorChange, string>> = {
  en: {
    totp_added: 'Your account asks for the code of an authenticator app from now on.',
    totp_removed: 'Your account no longer asks for the code of an authenticator app.',
    passkey_added: 'Your account can be opened by a further passkey.',
    passkey_removed: 'One of your passkeys no longer opens your account.',
    recovery_codes_made: 'The recovery codes that you had before no longer work.',
    recovery_code_used: 'Somebody signed in to your account by a recovery code.',
    guessed: 'Somebody knows your password and tried several wrong codes.',
    lifted: 'We have removed them, since you asked us to. Set up a new one.',
  },
  es: {
    totp_added: 'Su cuenta pide a partir de ahora el código de una aplicación.',
    totp_removed: 'Su cuenta ya no pide el código de una aplicación.',
    passkey_added: 'Otra llave de acceso puede abrir su cuenta.',
    passkey_removed: 'Una de sus llaves de acceso ya no abre su cuenta.',
    recovery_codes_made: 'Los códigos de recuperación que tenía ya no sirven.',
    recovery_code_used: 'Alguien ha iniciado sesión con un código de recuperación.',
    guessed: 'Alguien conoce su contraseña y ha probado varios códigos falsos.',
    lifted: 'Los hemos quitado porque usted lo ha pedido. Configure uno nuevo.',
  },
};

/** The mail of that kind, in that language. */
export function accountMail<Kind extends AccountMailKind>(
  language: MailLanguage,
  kind: Kind,
  facts: AccountMailFacts[Kind],
): MailText {
  const texts = language === 'es' ? ES : EN;
  const words: Words<Kind> = texts[kind];
  const [subject, ...paragraphs] = words(facts);
  return { subject, text: `${[...paragraphs, FOOTERS[language]].join('\n\n')}\n` };
}

/** Mail programs make links of what looks like one; `evil.example/x` as a name would be sent in our name. */
function unlinked(words: string): string {
  return words
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[:/@]/g, ' ')
    .replace(/\.(?=\S)/g, '. ');
}
