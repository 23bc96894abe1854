import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import { createPushDevices, type PushDeviceOwner } from '../../../services/notices/push-devices.ts';
import type { ConsoleContext } from '../context.ts';
import { signedIn } from '../plugins/access.ts';
import { Nothing } from '../schemas/account.ts';
import {
  ChatBody,
  DeviceAnswer,
  DeviceBody,
  DeviceParams,
  DevicesAnswer,
  ResumeAnswer,
  ResumeBody,
} from '../schemas/notices.ts';

const config = { action: 'account', fresh: false } as const;
const nothing = { 200: envelope(Nothing) };

/** A person's browsers and chats that show notices as they come. */
export const noticeDeviceRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function noticeDevices(scope) {
    const devices = createPushDevices({ ...deps, allowInsecure: deps.config.allowInsecureCallbacks });

    scope.get(
      '/api/account/devices',
      { schema: { response: { 200: envelope(DevicesAnswer) } }, config },
      async (request) => {
        const { serverKey } = devices;
        return ok({ serverKey, devices: await devices.list(signedIn(request).person.id) });
      },
    );

    scope.post(
      '/api/account/devices',
      { schema: { body: DeviceBody, response: { 200: envelope(DeviceAnswer) } }, config },
      async (request) => ok({ deviceId: await devices.add(ownerOf(request), request.body) }),
    );

    scope.post(
      '/api/account/chats',
      {
        schema: { body: ChatBody, response: { 200: envelope(DeviceAnswer) } },
        // Whoever has the chat reads about orders.
        config: { action: 'account', fresh: true },
      },
      async (request) =>
        ok({ deviceId: await devices.addChat(signedIn(request).person.id, request.body.url) }),
    );

    scope.post(
      '/api/account/devices/resume',
      { schema: { body: ResumeBody, response: { 200: envelope(ResumeAnswer) } }, config },
      async (request) => {
        const deviceId = await devices.resume(ownerOf(request), request.body.endpoint);
        return ok({ deviceId: deviceId ?? null, serverKey: devices.serverKey });
      },
    );

    scope.post(
      '/api/account/devices/:deviceId/test',
      { schema: { params: DeviceParams, response: nothing }, config },
      async (request) => {
        await devices.test(signedIn(request).person.id, request.params.deviceId);
        return ok({});
      },
    );

    scope.post(
      '/api/account/devices/:deviceId/remove',
      { schema: { params: DeviceParams, response: nothing }, config },
      async (request) => {
        await devices.remove(signedIn(request).person.id, request.params.deviceId);
        return ok({});
      },
    );
  };

function ownerOf(request: FastifyRequest): PushDeviceOwner {
  const { id, person } = signedIn(request);
  return { personId: person.id, sessionId: id, userAgent: request.headers['user-agent'] };
}
