import { InvalidArgumentError } from 'commander';
import { readMailDomain, writeMailDomain } from '../db/queries/notices/inbound-mails.ts';
import { recordAudit } from '../services/audit.ts';
import { createMailKey } from '../services/notices/mail-addresses.ts';
import type { AdminCommand } from './command.ts';
import type { AdminContext } from './context.ts';
import { record } from './shape.ts';

const RECEIVING = {
  domain: { says: 'whose mails come to the platform', none: 'none: mails of notices are answered nowhere' },
  url: 'where each mail is sent on to, as it came: POST, Content-Type: message/rfc822',
  key: 'whoever sends them on shows it: Authorization: Bearer KEY. It is secret',
} as const;
/** Host names (RFC 1123); of two parts at least. */
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** mail show, receive, stop. */
export function mailCommands(program: AdminCommand): void {
  const mail = program
    .command('mail')
    .helpGroup('The platform:')
    .description(
      'have mails answered: an answer to a notice becomes a message of its order (docs/console.md)',
    );
  mail
    .command('show')
    .description('show whose mails come to the platform, and how they are sent on to it')
    .does(record(RECEIVING), (context) => showReceiving(context));
  mail
    .command('receive')
    .summary('have mails to a domain sent on to the platform')
    .description(
      'from now on mails of notices are answered at addresses of a domain, and mails that cannot be delivered come back to it. ' +
        'Have its mail server send each mail on to the address that this shows before',
    )
    .argument('<domain>', 'the domain, for this alone: reply.example.com', domain)
    .changes()
    .does(record(RECEIVING), async (context, name: string) => {
      await setDomain(context, name);
      return await showReceiving(context);
    });
  mail
    .command('stop')
    .description('mails of notices are answered nowhere; what was sent before is still taken')
    .changes()
    .does(record(RECEIVING), async (context) => {
      await setDomain(context, null);
      return await showReceiving(context);
    });
}

async function setDomain({ orm, operator, installation }: AdminContext, name: string | null): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await writeMailDomain(em, name);
    const details = { domain: name };
    await recordAudit(em, operator, {
      action: 'mail.receiving_set',
      subject: `installation:${installation}`,
      details,
    });
  });
}

async function showReceiving({ orm, cipher, config }: AdminContext) {
  const known = (await readMailDomain(orm.em.fork())) ?? null;
  return { domain: known, url: `${config.consoleBaseUrl}/api/mails`, key: createMailKey(cipher).text };
}

function domain(text: string): string {
  const name = text.toLowerCase();
  if (DOMAIN.test(name)) return name;
  throw new InvalidArgumentError('A domain such as reply.example.com.');
}
