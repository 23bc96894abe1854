import { Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data } from '../types.ts';

/** The address of your first endpoint, to which events are sent. */
export class Callbacks extends Resource {
  getConfig(options?: RequestOptions): Promise<Data<'getCallbackConfig'>> {
    return this.api.call('getCallbackConfig', [], undefined, options);
  }

  /** Sets the address; the first time the answer has the secret, once. */
  saveConfig(body: Body<'saveCallbackConfig'>, options?: WriteOptions): Promise<Data<'saveCallbackConfig'>> {
    return this.api.call('saveCallbackConfig', [], body, options);
  }

  /** A new secret; both sign for a while. */
  rotateSecret(
    body?: Body<'rotateCallbackSecret'>,
    options?: WriteOptions,
  ): Promise<Data<'rotateCallbackSecret'>> {
    return this.api.call('rotateCallbackSecret', [], body, options);
  }

  /** Sends a signed test now, and returns its result. */
  test(options?: WriteOptions): Promise<Data<'testCallback'>> {
    return this.api.call('testCallback', [], undefined, options);
  }
}

/** Up to ten addresses, each with its own filter, secret and state. */
export class CallbackEndpoints extends Resource {
  list(options?: RequestOptions): Listed<Data<'listCallbackEndpoints'>> {
    return this.api.list('listCallbackEndpoints', [], undefined, options);
  }

  get(endpointId: string, options?: RequestOptions): Promise<Data<'getCallbackEndpoint'>> {
    return this.api.call('getCallbackEndpoint', [endpointId], undefined, options);
  }

  /** The answer has its secret, once. */
  create(
    body: Body<'createCallbackEndpoint'>,
    options?: WriteOptions,
  ): Promise<Data<'createCallbackEndpoint'>> {
    return this.api.call('createCallbackEndpoint', [], body, options);
  }

  /** Changes what the body names; also ends a pause. */
  update(
    endpointId: string,
    body: Body<'updateCallbackEndpoint'>,
    options?: WriteOptions,
  ): Promise<Data<'updateCallbackEndpoint'>> {
    return this.api.call('updateCallbackEndpoint', [endpointId], body, options);
  }

  delete(endpointId: string, options?: WriteOptions): Promise<Data<'deleteCallbackEndpoint'>> {
    return this.api.call('deleteCallbackEndpoint', [endpointId], undefined, options);
  }

  /** A new secret or key pair; both sign for a while. */
  rotateSecret(
    endpointId: string,
    body?: Body<'rotateCallbackEndpointSecret'>,
    options?: WriteOptions,
  ): Promise<Data<'rotateCallbackEndpointSecret'>> {
    return this.api.call('rotateCallbackEndpointSecret', [endpointId], body, options);
  }

  /** What happens waits until it is resumed. */
  pause(endpointId: string, options?: WriteOptions): Promise<Data<'pauseCallbackEndpoint'>> {
    return this.api.call('pauseCallbackEndpoint', [endpointId], undefined, options);
  }

  resume(endpointId: string, options?: WriteOptions): Promise<Data<'resumeCallbackEndpoint'>> {
    return this.api.call('resumeCallbackEndpoint', [endpointId], undefined, options);
  }

  /** Sends a signed test now, or an example of the event that the body names, and returns its result. */
  test(
    endpointId: string,
    body?: Body<'testCallbackEndpoint'>,
    options?: WriteOptions,
  ): Promise<Data<'testCallbackEndpoint'>> {
    return this.api.call('testCallbackEndpoint', [endpointId], body, options);
  }
}
