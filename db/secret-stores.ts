/** The tables and columns of secrets. */
export interface SecretStore {
  readonly name: string;
  readonly table: string;
  /** Its primary key. */
  readonly key: readonly string[];
  /** The encrypted text, as an expression. */
  readonly read: string;
  /** Puts another text in its place. */
  readonly write: string;
  /** The database refuses a change of such a row without an entry of the audit log about this subject (entities/audited.ts). */
  readonly audited?: (key: readonly string[]) => string;
}

const column = (name: string) => ({ read: name, write: `${name} = ?` });

/** Everything that createCipher encrypts. A new place belongs here, or the next change of keys loses it. */
export const SECRET_STORES: readonly SecretStore[] = [
  { name: 'app_secret', table: 'credential', key: ['id'], ...column('secret_encrypted') },
  {
    name: 'callback secret',
    table: 'callback_endpoint',
    key: ['id'],
    ...column('secret_encrypted'),
  },
  {
    name: 'previous callback secret',
    table: 'callback_endpoint',
    key: ['id'],
    ...column('previous_secret_encrypted'),
  },
  { name: 'callback headers', table: 'callback_endpoint', key: ['id'], ...column('headers_encrypted') },
  { name: 'signing key', table: 'signing_key', key: ['kid'], ...column('private_jwk_encrypted') },
  {
    name: 'calendar address',
    table: 'guide_calendar',
    key: ['guide_id'],
    ...column('import_url_encrypted'),
  },
  { name: 'address of a chat', table: 'push_device', key: ['id'], ...column('url_encrypted') },
  {
    name: 'kept answer',
    table: 'idempotency_key',
    key: ['merchant_key', 'key'],
    read: `answer ->> 'sealed'`,
    write: `answer = jsonb_build_object('sealed', ?::text)`,
  },
  { name: 'file', table: 'stored_file_part', key: ['file_id', 'number'], ...column('content_encrypted') },
  {
    name: 'file on its way',
    table: 'upload_part',
    key: ['upload_id', 'number'],
    ...column('content_encrypted'),
  },
  {
    name: 'authenticator secret',
    table: 'person',
    key: ['id'],
    ...column('totp_secret_encrypted'),
    audited: ([id]) => `person:${id}`,
  },
  {
    name: 'key of the transparency log',
    table: 'transparency_log',
    key: ['singleton'],
    ...column('key_encrypted'),
  },
  { name: 'check value', table: 'installation', key: ['id'], ...column('key_check') },
];
