import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';

/** Addresses of a name; `silent` is never answered; a name that is not listed does not exist. */
export type NameRecords = Readonly<Record<string, readonly string[] | { readonly alias: string } | 'silent'>>;

export interface NameServer extends AsyncDisposable {
  /** As `Resolver.setServers` takes it. */
  readonly address: string;
  /** Names that were asked for, `A merchant.example`, in their order. */
  readonly asked: readonly string[];
}

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 5: 'CNAME', 28: 'AAAA' };
const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;

/** A name server on loopback (RFC 1035). @param port 0: a free one. */
export async function startNameServer(
  records: NameRecords,
  { port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {},
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(`${TYPES[type]} ${name}`);
    const record = records[name];
    if (record === 'silent') return;
    socket.send(answerTo(query.subarray(0, end), records, name, type), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(port, host, resolve));
  return {
    address: `${host}:${socket.address().port}`,
    asked,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, records: NameRecords, name: string, type: number): Buffer {
  const answers = answersOf(records, name, type);
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  // An answer to a recursive query, with one question.
  header.writeUInt16BE(0x8180 | (records[name] === undefined ? NO_SUCH_NAME : 0), 2);
  for (const [index, count] of [1, answers.length, 0, 0].entries())
    header.writeUInt16BE(count, 4 + 2 * index);
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...answers]);
}

function answersOf(records: NameRecords, name: string, type: number): Buffer[] {
  const record = records[name] ?? [];
  if (record === 'silent') return [];
  if ('alias' in record)
    return [answer(name, 5, nameBytes(record.alias)), ...answersOf(records, record.alias, type)];
  const family = type === 1 ? 'ipv4' : 'ipv6';
  const addresses = record.map((text) => ipaddr.parse(text)).filter((address) => address.kind() === family);
  return addresses.map((address) => answer(name, type, Buffer.from(address.toByteArray())));
}

/** One resource record, of class IN, to be kept for no time. */
function answer(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), fixed, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
