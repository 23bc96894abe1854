import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A server's door: open, shut (connections are reset, new ones too), or frozen (nothing gets through, nothing ends). */
export interface TcpGate {
  readonly port: number;
  open(): void;
  shut(): void;
  freeze(): void;
  close(): Promise<void>;
}

/** @param host of the real server, and its port. */
export async function startTcpGate(host: string, port: number): Promise<TcpGate> {
  let state: 'open' | 'shut' | 'frozen' = 'open';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
  };
  const server = createServer((client) => {
    if (state === 'shut') return void client.resetAndDestroy();
    const upstream = connect(port, host);
    keep(client, () => upstream);
    keep(upstream, () => client);
    client.pipe(upstream).pipe(client);
    if (state === 'frozen') for (const socket of [client, upstream]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    open: () => {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    shut: () => {
      state = 'shut';
      for (const socket of sockets) socket.resetAndDestroy();
    },
    freeze: () => {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
