import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AttemptFailed } from '../../lib/callbacks/attempt.ts';
import { createChatSender } from '../../lib/callbacks/chat-sender.ts';
import { PostRefused } from '../../lib/callbacks/poster.ts';
import { type Chat, startChat } from '../support/network/chat.ts';

let chat: Chat;
beforeEach(async () => {
  chat = await startChat();
});
afterEach(() => chat.close());

const send = (url: string, more: object = {}) =>
  createChatSender({ allowInsecure: true, ...more })(url, 'Ámbar\n2 guests');

test('a chat gets the text at its whole address', async () => {
  expect(await send(chat.url('/services/T1/B1/x?thread=7'))).toBe('taken');
  expect(chat.written).toEqual([
    { path: '/services/T1/B1/x?thread=7', message: { text: 'Ámbar\n2 guests' } },
  ]);
});

test('Discord calls it otherwise', async () => {
  const { port } = new URL(chat.url());
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  expect(await send(`http://discord.com:${port}/api/webhooks/1/x`, { resolve })).toBe('taken');
  expect(chat.written.map(({ message }) => message)).toEqual([{ content: 'Ámbar\n2 guests' }]);
});

test('an address that was removed is gone; what may be over later is thrown', async () => {
  for (const status of [400, 429, 500, 302]) {
    chat.answer(status);
    await expect(send(chat.url())).rejects.toThrow(PostRefused);
  }
  for (const status of [401, 403, 404, 410]) {
    chat.answer(status);
    expect(await send(chat.url())).toBe('gone');
  }
});

test('nothing goes to an address that is not public', async () => {
  await expect(send(chat.url(), { allowInsecure: false })).rejects.toThrow(AttemptFailed);
  expect(chat.written).toEqual([]);
});
