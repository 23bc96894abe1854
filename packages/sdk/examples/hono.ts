/** Hono, on any runtime. */
import { type GuidepostEvent, unwrap, WebhookVerificationError } from '@guidepost/sdk/webhooks';
import { Hono } from 'hono';

export function createApp(
  secrets: string | readonly string[],
  handle: (event: GuidepostEvent) => Promise<void>,
) {
  const app = new Hono();
  app.post('/guidepost/callback', async (context) => {
    // Not context.req.json(): the signature is of the bytes.
    await handle(await unwrap(await context.req.arrayBuffer(), context.req.raw.headers, secrets));
    return context.json({ code: 200 });
  });
  app.onError((error, context) => {
    if (!(error instanceof WebhookVerificationError)) return context.json({ code: 500 }, 500);
    return context.json({ code: 400, msg: error.reason }, 400);
  });
  return app;
}
