import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { choosePort } from '../../embedded/ports.ts';

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
  servers.push(server);
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

describe('the choice of a port', () => {
  test('the port of the run before is preferred to the usual one', async () => {
    const [previous, usual] = [await freePort(), await freePort()];
    expect(await choosePort({ previous, usual })).toBe(previous);
  });

  test('the usual port is taken when the previous one is occupied', async () => {
    const [previous, usual] = [await freePort(), await freePort()];
    await occupy(previous);
    expect(await choosePort({ previous, usual })).toBe(usual);
  });

  test('a nearby port is taken when the usual one is occupied or promised', async () => {
    const usual = await freePort();
    await occupy(usual);
    const chosen = await choosePort({ usual, exclude: [usual + 1] });
    expect(chosen).toBeGreaterThan(usual + 1);
    expect(chosen).toBeLessThanOrEqual(usual + 20);
  });
});
