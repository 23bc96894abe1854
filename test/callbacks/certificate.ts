import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for `name`, made by the openssl program. */
export async function selfSigned(name: string): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-cert-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    const files = ['-keyout', keyFile, '-out', certFile];
    await promisify(execFile)('openssl', ['req', ...options, ...subject, ...files]);
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
