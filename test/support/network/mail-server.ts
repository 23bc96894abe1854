import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface MailServer extends AsyncDisposable {
  /** SMTP_URL. */
  readonly url: string;
  /** Messages as they came, with their recipients. */
  readonly received: { readonly from: string | undefined; readonly to: string[]; readonly message: string }[];
  /** The status that it answers recipients with; undefined: it takes them. */
  refusal: number | undefined;
  /** Called with each message before it is taken; it waits for the result. */
  onMessage: () => Promise<void>;
}

/** A real SMTP server on loopback that wants a login and keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const received: MailServer['received'] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === 'guidepost' && password === 'pass';
      done(isKnown ? null : new Error('wrong password'), isKnown ? { user: username } : undefined);
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = Object.assign(new Error(`no ${address} here`), { responseCode: mails.refusal });
      done(mails.refusal === undefined ? null : refusal);
    },
    onData: async (stream, { envelope }, done) => {
      const message = await text(stream);
      await mails.onMessage();
      const from = envelope.mailFrom === false ? undefined : envelope.mailFrom.address;
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), message });
      done();
    },
  });
  // A client that gives up cuts its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mails: MailServer = {
    url: `smtp://guidepost:pass@127.0.0.1:${port}`,
    received,
    refusal: undefined,
    onMessage: async () => undefined,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  };
  return mails;
}
