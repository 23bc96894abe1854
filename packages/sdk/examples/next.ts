/** Next.js, app router: app/guidepost/callback/route.ts. Its `Request` has the bytes as they arrived. */
import { unwrap, WebhookVerificationError } from '@guidepost/sdk/webhooks';

export async function POST(request: Request): Promise<Response> {
  try {
    const event = await unwrap(await request.text(), request.headers, process.env.CALLBACK_SECRET ?? '');
    if (event.type === 'order.status_changed') console.log(`${event.orderId} is ${event.status}`);
    return Response.json({ code: 200 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ code: 400, msg: error.reason }, { status: 400 });
  }
}
