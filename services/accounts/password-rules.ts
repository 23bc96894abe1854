import { invalidParameter } from '../../domain/errors.ts';

/** Characters. No rules about kinds of them: length is what counts (NIST SP 800-63B §5.1.1.2). */
const PASSWORD_LENGTH = { min: 12, max: 200 } as const;

/** What the commonest passwords are made of, in the letters that remain when digits replace letters. */
const COMMON_WORDS =
  `password passwort passord contrasena motdepasse senha qwertyuiop qwerty qwertz azerty asdfghjkl asdfgh
  zxcvbnm zxcvbn yxcvbnm abcdefgh abcdef abcd abc iloveyou teamo welcome bienvenido letmein changeme administrator
  administrador admin root login secret secreto monkey dragon sunshine princess princesa football futbol
  baseball superman batman trustno trustnoi master shadow michael jennifer whatever computer internet
  starwars pokemon freedom mustang liverpool chelsea barcelona realmadrid guidepost console sandbox testing
  test demo default summer verano winter invierno spring autumn january december monday friday
  hello hola god love ninja cheese cookie access flower`.split(/\s+/);
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  ñ: 'n',
};
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Characters beside common words that make a password uncommon. */
const OWN_LETTERS = 4;
const OWN_OTHERS = 7;
const OWN_CHARACTERS = 5;

/**
 * Refuses a password that is too short, too long, or guessed first.
 * @param path of the request: `body.password`.
 * @param about what anybody can know of the person: address, name, company.
 * @throws InvalidParameter with `too_short`, `too_long` or `too_common`.
 */
export function refuseWeakPassword(path: string, password: string, about: readonly string[] = []): void {
  const length = [...password].length;
  const { min, max } = PASSWORD_LENGTH;
  if (length < min) throw invalidParameter(path, 'too_short', `must have at least ${min} characters`);
  if (length > max) throw invalidParameter(path, 'too_long', `must have at most ${max} characters`);
  if (isCommon(password.normalize('NFKC').toLowerCase(), about))
    throw invalidParameter(
      path,
      'too_common',
      'is too easy to guess: take several words that do not belong together',
    );
}

function isCommon(password: string, about: readonly string[]): boolean {
  if (new Set(password).size < OWN_CHARACTERS || /^(.{1,6})\1+$/u.test(password)) return true;
  if (isAlongKeys(password)) return true;
  const known = [...about.flatMap(wordsOf), ...COMMON_WORDS];
  return [password, password.replace(/[013457@$!ñ]/g, (one) => LOOKS_LIKE[one]!)].some((text) =>
    isMadeOf(text, known),
  );
}

/** `123456789012`, `qwertyuiop12`: steps to the neighbour of a row. */
function isAlongKeys(password: string): boolean {
  const characters = [...password];
  const steps = characters.slice(1).filter((next, i) => {
    const pair = `${characters[i]}${next}`;
    const back = `${next}${characters[i]}`;
    return ROWS.some((row) => row.includes(pair) || row.includes(back));
  });
  return characters.length - steps.length <= 3;
}

/** Whether little is left without these words. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text);
  if (rest === text) return false;
  const letters = rest.match(/\p{L}/gu)?.length ?? 0;
  return letters < OWN_LETTERS && [...rest].length - letters < OWN_OTHERS;
}

/** The parts of an address or a name that somebody would use as a password; short ones are in everything. */
function wordsOf(text: string): string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  return [lower, ...lower.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= 4);
}
