import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { stopNoticeMails } from '../../db/queries/notices/settings.ts';
import { createSignedLinks } from './signed-links.ts';

/** Links in mails with notices that end them without a sign-in: they can do nothing else, and so work for ever. */
export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;

export function createUnsubscribeLinks(cipher: Pick<Cipher, 'derive'>, consoleBaseUrl: string) {
  const links = createSignedLinks(cipher, 'unsubscribe links', 'path.token');
  return {
    of(personId: number, companyId: string) {
      const token = links.sign(`${personId}.${companyId}`);
      return {
        /** For a person: a page that says what will happen, and does it on a press. Its token reaches no server before. */
        page: `${consoleBaseUrl}/unsubscribe#${token}`,
        /** For a mail program: a POST (RFC 8058). */
        oneClick: `${consoleBaseUrl}/api/notices/unsubscribe/${token}`,
      };
    },
    /** @throws InvalidParameter, LinkEnded */
    read(token: string): { readonly personId: number; readonly companyId: string } {
      const link = links.open(token);
      link.requireSignedFor();
      const [person, companyId = ''] = link.about.split('.');
      return { personId: Number(person), companyId };
    },
  };
}

/** Ends the mails of one company to one person. Repeated, it changes nothing. @throws InvalidParameter, LinkEnded */
export async function unsubscribe(
  { orm, links }: { readonly orm: MikroORM; readonly links: UnsubscribeLinks },
  token: string,
): Promise<void> {
  const { personId, companyId } = links.read(token);
  await orm.em.fork().transactional((em: EntityManager) => stopNoticeMails(em, personId, companyId));
}
