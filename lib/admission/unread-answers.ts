import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Unread {
  readonly socket: Socket;
  readonly bytes: number;
}

/**
 * Answers that are written and that their clients have not fetched yet. When they hold more than `limit` bytes
 * together, the connections of the oldest end: who reads at all is soon off the list.
 */
export class UnreadAnswers {
  readonly #limit: number;
  /** The oldest first. */
  readonly #answers = new Map<ServerResponse, Unread>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(response: ServerResponse, socket: Socket): void {
    const bytes = socket.writableLength;
    if (bytes === 0) return;
    this.#answers.set(response, { socket, bytes });
    this.#bytes += bytes;
    for (const [oldest, unread] of this.#answers) {
      if (this.#bytes <= this.#limit) return;
      this.delete(oldest);
      unread.socket.destroy();
    }
  }

  delete(response: ServerResponse): void {
    const unread = this.#answers.get(response);
    if (unread === undefined) return;
    this.#answers.delete(response);
    this.#bytes -= unread.bytes;
  }
}
