/** Mails to people about their account, in Spanish. */
import { browserOf } from '../../domain/browser-name.ts';
import type { AccountTexts, FactorChange } from './account-facts.ts';
import { instant, unlinked } from './plain-words.ts';

const FACTOR_SUBJECTS: Record<FactorChange, string> = {
  totp_added: 'Se ha añadido una aplicación de autenticación',
  totp_removed: 'Se ha quitado su aplicación de autenticación',
  passkey_added: 'Se ha añadido una llave de acceso',
  passkey_removed: 'Se ha quitado una llave de acceso',
  recovery_codes_made: 'Tiene códigos de recuperación nuevos',
  recovery_code_used: 'Se ha usado un código de recuperación',
  lifted: 'Se han quitado sus segundos factores',
};

const FACTOR_TEXTS: Record<FactorChange, string> = {
  totp_added: 'Su cuenta pide a partir de ahora el código de una aplicación.',
  totp_removed: 'Su cuenta ya no pide el código de una aplicación.',
  passkey_added: 'Otra llave de acceso puede abrir su cuenta.',
  passkey_removed: 'Una de sus llaves de acceso ya no abre su cuenta.',
  recovery_codes_made: 'Los códigos de recuperación que tenía ya no sirven.',
  recovery_code_used: 'Alguien ha iniciado sesión con un código de recuperación.',
  lifted: 'Los hemos quitado porque usted lo ha pedido. Configure uno nuevo.',
};

const BROWSERS = {
  unknown: 'desconocido',
  on: (browser: string, system: string) => `${browser} en ${system}`,
};

export const ES: AccountTexts = {
  confirm: ({ link }) => [
    'Confirme su dirección de correo',
    'Alguien se ha registrado en Guidepost con esta dirección. Si ha sido usted,\nabra este enlace antes de 24 horas y elija su contraseña:',
    link,
    'De varios enlaces como este solo sirve el más reciente.',
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
    'Tiene que haber iniciado sesión en esa cuenta. Si no la tiene, o si no ha sido\nusted, no haga nada.',
  ],
  emailChanged: () => [
    'La dirección de correo de su cuenta ha cambiado',
    'Su cuenta tiene ahora otra dirección de correo. Esta ya no se usa.',
    'Si no ha sido usted, póngase en contacto con nosotros enseguida.',
  ],
  newDevice: ({ at, userAgent, address, reset, security }) => [
    'Nuevo inicio de sesión en su cuenta',
    'Alguien ha iniciado sesión en su cuenta con un navegador que no conocíamos.',
    [`Cuándo: ${instant(at)}`, `Navegador: ${browserOf(userAgent, BROWSERS)}`, `Dirección: ${address}`].join(
      '\n',
    ),
    `Si no ha sido usted, elija enseguida una contraseña nueva:\n${reset}`,
    `Dónde tiene sesiones abiertas:\n${security}`,
  ],
  guessed: ({ guessed, link, reset }) => [
    guessed === 'password'
      ? 'Alguien intenta adivinar su contraseña'
      : 'Alguien intenta adivinar su segundo factor',
    guessed === 'password'
      ? 'Se han probado varias contraseñas falsas en su cuenta. Nadie ha entrado.'
      : 'Alguien conoce su contraseña y ha probado varios códigos falsos.',
    'Los navegadores que usted no ha usado antes esperan ahora entre dos intentos.\nSi quiere entrar con uno de ellos, abra en él este enlace antes de 24 horas:',
    link,
    guessed === 'password'
      ? 'Si no ha sido usted, no tiene que hacer nada: sus navegadores siguen como antes.'
      : `Si no ha sido usted, elija enseguida una contraseña nueva:\n${reset}`,
  ],
  factorsChanged: ({ what, security }) => [
    FACTOR_SUBJECTS[what],
    FACTOR_TEXTS[what],
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
