/** A picture of one dot. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly { readonly name: string; readonly content: string | Buffer }[];
}

/** A form as browsers send it (RFC 7578): payload and headers of a request. */
export function multipart({ fields, files }: Form): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'guidepost-test-boundary';
  const part = (head: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      part(`content-disposition: form-data; name="${name}"`, value),
    ),
    ...files.map(({ name, content }) =>
      part(
        `content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream`,
        content,
      ),
    ),
  ];
  const payload = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
