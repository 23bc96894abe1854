/** Express: `express.raw` for this route, before any `express.json` of the application. */
import { type GuidepostEvent, unwrap, WebhookVerificationError } from '@guidepost/sdk/webhooks';
import express, { type Express } from 'express';

export function receiveNotifications(
  app: Express,
  secrets: string | readonly string[],
  handle: (event: GuidepostEvent) => Promise<void>,
): void {
  const raw = express.raw({ type: 'application/json', limit: '64kb' });
  app.post('/guidepost/callback', raw, async (request, response) => {
    try {
      await handle(await unwrap(request.body, request.headers, secrets));
      response.json({ code: 200 });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      response.status(400).json({ code: 400, msg: error.reason });
    }
  });
}
