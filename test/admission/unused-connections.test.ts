/** Connections that browsers open ahead, and that are over before anything is sent on them. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { createBrokenRequestHandler } from '../../lib/http/plugins/broken-request.ts';

const HEADERS_MS = 1_000;
const CHECK_MS = 50;

let server: Server;
afterEach(() => {
  server.close();
});

async function openOne(): Promise<{ socket: Socket; received: () => string }> {
  const timeouts = { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS };
  server = createServer(timeouts, (_request, response) => response.end('served'));
  server.on('clientError', createBrokenRequestHandler('https://api.guidepost.example'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  await once(socket, 'connect');
  return { socket, received: () => text };
}

test('one that sends nothing ends without an answer', async () => {
  const { socket, received } = await openOne();
  await once(socket, 'close');
  expect(received()).toBe('');
});

test('a request that came while the process was busy, when its connection was over, is served', async () => {
  const { socket, received } = await openOne();
  await sleep(HEADERS_MS / 4);
  socket.write('GET / HTTP/1.1\r\nHost: api\r\nConnection: close\r\n\r\n');
  const until = Date.now() + 2 * HEADERS_MS;
  while (Date.now() < until);
  await once(socket, 'close');
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*served/);
});

test('one that sends half of a request is answered', async () => {
  const { socket, received } = await openOne();
  socket.write('GET / HTTP/1.1\r\nHost: api\r\n');
  await once(socket, 'close');
  expect(received()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*malformed_http/);
});
