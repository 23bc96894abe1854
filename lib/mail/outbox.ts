import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { MailNotSent, type MailTransport, messageOf, nameOf } from './message.ts';

/** The oldest go first beyond so many. */
const OUTBOX_CAPACITY = 1_000;
const FILE = /^([0-9]{8}T[0-9]{9}Z-[0-9]{1,18})\.eml$/;

/** Mails in a folder, one file each (RFC 5322), instead of sending them. Repeats of one mail are one file. */
export function createOutboxTransport({
  outbox,
  from,
  capacity = OUTBOX_CAPACITY,
}: {
  readonly outbox: string;
  readonly from: string;
  readonly capacity?: number;
}): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      try {
        const { message } = await composer.sendMail(messageOf(from, mail));
        await writeWhole(outbox, `${nameOf(mail)}.eml`, message as Buffer);
        await removeOldest(outbox, capacity);
      } catch (error) {
        throw new MailNotSent(error);
      }
    },
    check: () =>
      prepare(outbox).catch((error: unknown) => {
        throw new MailNotSent(error);
      }),
    close: () => composer.close(),
  };
}

export interface OutboxReader {
  /** Names, the newest first. */
  list(): Promise<string[]>;
  /** The file's text; undefined where there is none. @param name as `list` returns it. */
  read(name: string): Promise<string | undefined>;
}

export function createOutboxReader(outbox: string): OutboxReader {
  return {
    list: async () => (await namesIn(outbox)).reverse(),
    read: async (name) =>
      FILE.test(`${name}.eml`)
        ? await readFile(join(outbox, `${name}.eml`), 'utf8').catch(unlessMissing)
        : undefined,
  };
}

async function prepare(outbox: string): Promise<void> {
  await mkdir(outbox, { recursive: true, mode: 0o700 });
}

/** A reader of the folder sees a whole mail or none. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  await prepare(folder);
  const draft = join(folder, `.${name}.${process.pid}`);
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, join(folder, name));
}

async function removeOldest(folder: string, capacity: number): Promise<void> {
  const names = await namesIn(folder);
  const excess = names.slice(0, Math.max(0, names.length - capacity));
  await Promise.all(excess.map((name) => rm(join(folder, `${name}.eml`), { force: true })));
}

/** The oldest first. */
async function namesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder).catch(unlessMissing)) ?? [];
  return files.flatMap((file) => FILE.exec(file)?.[1] ?? []).sort(byTime);
}

/** Names begin with the time, to the millisecond; their numbers have any length. */
function byTime(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
