import { Api, type RawRequest } from './api.ts';
import type { GuidepostOptions } from './options.ts';
import { Auth, Credentials, Partners, Platform, Signatures } from './resources/account.ts';
import { CallbackEndpoints, Callbacks } from './resources/callbacks.ts';
import { Events } from './resources/events.ts';
import { Guides } from './resources/guides.ts';
import { Holds } from './resources/holds.ts';
import { Messages } from './resources/messages.ts';
import { Notifications, Recoveries } from './resources/notifications.ts';
import { Orders } from './resources/orders.ts';
import { Sandbox } from './resources/sandbox.ts';
import { Settlements } from './resources/settlements.ts';
import { Waitlist } from './resources/waitlist.ts';
import { type Method, Transport } from './transport.ts';

/** All operations, for one merchant. */
export class GuidepostResources {
  readonly auth: Auth;
  readonly callbackEndpoints: CallbackEndpoints;
  readonly callbacks: Callbacks;
  readonly credentials: Credentials;
  readonly events: Events;
  readonly guides: Guides;
  readonly holds: Holds;
  readonly messages: Messages;
  readonly notifications: Notifications;
  readonly orders: Orders;
  readonly partners: Partners;
  readonly platform: Platform;
  readonly recoveries: Recoveries;
  readonly sandbox: Sandbox;
  readonly settlements: Settlements;
  readonly signatures: Signatures;
  readonly waitlist: Waitlist;
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
    this.auth = new Auth(api);
    this.callbackEndpoints = new CallbackEndpoints(api);
    this.callbacks = new Callbacks(api);
    this.credentials = new Credentials(api);
    this.events = new Events(api);
    this.guides = new Guides(api);
    this.holds = new Holds(api);
    this.messages = new Messages(api);
    this.notifications = new Notifications(api);
    this.orders = new Orders(api);
    this.partners = new Partners(api);
    this.platform = new Platform(api);
    this.recoveries = new Recoveries(api);
    this.sandbox = new Sandbox(api);
    this.settlements = new Settlements(api);
    this.signatures = new Signatures(api);
    this.waitlist = new Waitlist(api);
  }

  /** Any request, with token, retries and errors as for the others: for what this version of the SDK does not know yet. */
  request<Data = unknown>(method: Method, path: `/${string}`, given?: RawRequest): Promise<Data> {
    return this.#api.raw(method, path, given);
  }
}

/**
 * The platform, as one merchant sees it.
 * @example
 * const guidepost = new Guidepost({ clientId, clientSecret, baseUrl: 'https://api.guidepost.example' });
 * for await (const guide of guidepost.guides.list({ area: 'Lisbon' })) console.log(guide.name);
 */
export class Guidepost extends GuidepostResources {
  readonly #api: Api;

  /** @throws TypeError where an option makes no sense */
  constructor(options: GuidepostOptions) {
    const api = new Api(new Transport(options));
    super(api);
    this.#api = api;
  }

  /** The same operations for a merchant that linked you (`On-Behalf-Of`); with your token. */
  onBehalfOf(merchantKey: string): GuidepostResources {
    return new GuidepostResources(this.#api.actingFor(merchantKey));
  }
}
