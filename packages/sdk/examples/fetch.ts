/** A receiver as a function of fetch: Deno.serve, Bun.serve, Cloudflare Workers (`export default { fetch: receive }`). */
import { type GuidepostEvent, unwrap, WebhookVerificationError } from '@guidepost/sdk/webhooks';

export type Handle = (event: GuidepostEvent) => Promise<void>;

/** @param secrets `whsec_…`; `[current, previous]` while one is being replaced. */
export function createReceiver(secrets: string | readonly string[], handle: Handle) {
  return async function receive(request: Request): Promise<Response> {
    try {
      await handle(await unwrap(await request.arrayBuffer(), request.headers, secrets));
      return Response.json({ code: 200 });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return Response.json({ code: 400, msg: error.reason }, { status: 400 });
    }
  };
}
