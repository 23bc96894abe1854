import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

const TIMEOUT_MS = 2_000;
const HTTPS_PORT = 443;

/**
 * When the certificate ends that an address shows, whoever issued it; undefined where the address has none, since it is no https.
 * @throws where it does not answer within two seconds.
 */
export async function certificateEnd(address: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  // Nothing is sent or believed: only the end is read, also of a certificate that is over.
  const socket = connect({
    ...{ host, port: Number(port || HTTPS_PORT), rejectUnauthorized: false },
    ...(isIP(host) === 0 && { servername: host }),
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}
