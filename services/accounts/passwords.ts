import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Unavailable } from '../../domain/errors.ts';

/** Argon2id as OWASP's password storage sheet asks for at least: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Threads of Node's pool are four: hashing takes half of them. */
const AT_ONCE = 2;
/** Each waits about 0.1 s for those before it; beyond that nobody waits for an answer. */
const WAITING = 100;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([\w+/]{11,})\$([\w+/]{22,})$/;

const derive = promisify(argon2);

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes of passwords as PHC strings: each contains its parameters, so that they can be raised later.
 * A process hashes a few at once and lets a bounded number wait.
 */
export function createPasswords() {
  const turn = createLimiter();
  const run = (parameters: Argon2Parameters) => turn(() => derive('argon2id', parameters));
  const hash = async (password: string): Promise<string> => {
    const nonce = randomBytes(SALT_BYTES);
    const tag = await run({ ...PARAMETERS, message: bytesOf(password), nonce, tagLength: TAG_BYTES });
    const { memory, passes, parallelism } = PARAMETERS;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
  };
  return {
    /** @throws Unavailable while too many wait. */
    hash,
    /**
     * Takes as long whether or not there is a hash to compare with.
     * @param stored null: of somebody who is unknown or has no password; never right.
     * @throws Unavailable while too many wait.
     */
    async verify(password: string, stored: string | null): Promise<boolean> {
      const { nonce, tag, ...parameters } = parse(stored ?? NOBODYS);
      const given = await run({ ...parameters, message: bytesOf(password), nonce, tagLength: tag.length });
      return timingSafeEqual(given, tag) && stored !== null;
    },
    /** Whether it was made with other parameters than those of today. */
    isOutdated(stored: string): boolean {
      const { memory, passes, parallelism } = parse(stored);
      const { memory: m, passes: t, parallelism: p } = PARAMETERS;
      return memory !== m || passes !== t || parallelism !== p;
    },
  };
}

/** A hash with the usual cost, which no password has. */
const NOBODYS = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${base64(Buffer.alloc(SALT_BYTES))}$${base64(Buffer.alloc(TAG_BYTES))}`;

/** The same text typed on another keyboard is the same password (NIST SP 800-63B §5.1.1.2). */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}

function parse(stored: string) {
  const match = PHC.exec(stored);
  if (match === null) throw new Error('a stored password is no PHC string of argon2id');
  const [, memory, passes, parallelism, salt, tag] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt!, 'base64'),
    tag: Buffer.from(tag!, 'base64'),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function createLimiter() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= WAITING) throw new Unavailable('too many sign in at this moment, try again', 5);
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // A turn is handed on as it is: the number stays.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
