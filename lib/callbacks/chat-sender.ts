/** Writes into a chat by its incoming webhook: Slack, Mattermost, Rocket.Chat, Google Chat and Discord take the same few bytes. */
import { createPoster, outcomeOf, type PosterOptions, type PostOutcome } from './poster.ts';

/** @throws PostRefused, which may be over later; AttemptFailed, EgressUnavailable where there is no connection. */
export type SendChat = (url: string, text: string) => Promise<PostOutcome>;

/** The webhook or its channel was removed; 401 and 403: its token does not count any more. */
const GONE = [401, 403, 404, 410];
/** They call the text otherwise, and refuse the others' name. */
const DISCORD = ['discord.com', 'discordapp.com'];

export function createChatSender(options: PosterOptions): SendChat {
  const post = createPoster(options);
  return async (url, text) => {
    const member = DISCORD.includes(new URL(url).hostname) ? 'content' : 'text';
    const body = Buffer.from(JSON.stringify({ [member]: text }));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': `${body.length}`,
      'user-agent': 'Guidepost-Notices/1',
    };
    return outcomeOf(await post(url, headers, body), GONE);
  };
}
