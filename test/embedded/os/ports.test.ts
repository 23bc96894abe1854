import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { reservePort } from '../../../embedded/os/ports.ts';

const servers: Server[] = [];

/** A port of the system's choice, free again. */
async function freePort(): Promise<number> {
  const server = await occupy(0);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function occupy(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      servers.push(server);
      resolve(server);
    });
  });
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

describe('the choice of a port', () => {
  test('the port of the run before is preferred to the usual one', async () => {
    const [previous, usual] = [await freePort(), await freePort()];
    const { port, release } = await reservePort({ previous, usual });
    await release();
    expect(port).toBe(previous);
  });

  test('the usual port is taken when the previous one is occupied', async () => {
    const [previous, usual] = [await freePort(), await freePort()];
    await occupy(previous);
    const { port, release } = await reservePort({ previous, usual });
    await release();
    expect(port).toBe(usual);
  });

  test('a nearby port is taken when the usual one is occupied', async () => {
    const usual = await freePort();
    await occupy(usual);
    const { port, release } = await reservePort({ usual });
    await release();
    expect(port).toBeGreaterThan(usual);
    expect(port).toBeLessThanOrEqual(usual + 20);
  });

  test('nobody else gets the port before it is released', async () => {
    const { port, release } = await reservePort();
    await expect(occupy(port)).rejects.toThrow('EADDRINUSE');
    await release();
    await occupy(port);
  });
});
