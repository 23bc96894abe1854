import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { reservePort } from '../../../tools/embedded/os/ports.ts';

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

const end = (server: Server) => new Promise((resolve) => server.close(resolve));

afterEach(async () => {
  await Promise.all(servers.splice(0).map(end));
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

  test('any other port lies outside the range that systems hand out', async () => {
    const { port, release } = await reservePort();
    await release();
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(30_000);
  });

  test('nobody else gets the port before it is released', async () => {
    const { port, release } = await reservePort();
    await expect(occupy(port)).rejects.toThrow('EADDRINUSE');
    await release();
    await occupy(port);
  });
});

describe('a port that is handed over', () => {
  test('is free for its program, and the same at each restart', async () => {
    const reserved = await reservePort();
    const { port } = reserved;
    await reserved.handOver();
    await end(await occupy(port));
    await reserved.handOver();
    expect(reserved.port).toBe(port);
    await occupy(port);
  });

  test('is another one where it was taken in between, and whoever keeps it is told', async () => {
    const moves: unknown[] = [];
    const reserved = await reservePort({ onMove: (move) => moves.push(move) });
    const from = reserved.port;
    await reserved.handOver();
    await occupy(from);
    await reserved.handOver();
    expect(reserved.port).not.toBe(from);
    expect(moves).toEqual([{ from, to: reserved.port }]);
    await occupy(reserved.port);
  });

  test('stays what it is once others know it', async () => {
    const reserved = await reservePort();
    const { port } = reserved;
    reserved.fix();
    await reserved.handOver();
    await occupy(port);
    await reserved.handOver();
    expect(reserved.port).toBe(port);
  });
});
