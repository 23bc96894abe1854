import { path, Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, Query } from '../types.ts';

/** What was sent to your endpoints, and what came back. */
export class Notifications extends Resource {
  list(query?: Query<'listNotifications'>, options?: RequestOptions): Listed<Data<'listNotifications'>> {
    return this.api.list(path`/notification/list`, query, options);
  }

  /** One, with its body and every attempt. */
  get(notificationId: string, options?: RequestOptions): Promise<Data<'getNotification'>> {
    return this.api.get(path`/notification/detail/${notificationId}`, undefined, options);
  }

  /** Sends it now. */
  redeliver(notificationId: string, options?: WriteOptions): Promise<Data<'redeliverNotification'>> {
    return this.api.post(path`/notification/redeliver/${notificationId}`, undefined, options);
  }

  /** Sends everything since a time that you did not acknowledge; `dryRun` only counts. */
  recover(body: Body<'recoverNotifications'>, options?: WriteOptions): Promise<Data<'recoverNotifications'>> {
    return this.api.post(path`/notification/recover`, body, options);
  }
}

/** How far recoveries are. */
export class Recoveries extends Resource {
  list(query?: Query<'listRecoveries'>, options?: RequestOptions): Listed<Data<'listRecoveries'>> {
    return this.api.list(path`/notification/recovery/list`, query, options);
  }

  get(recoveryId: string, options?: RequestOptions): Promise<Data<'getRecovery'>> {
    return this.api.get(path`/notification/recovery/detail/${recoveryId}`, undefined, options);
  }

  cancel(recoveryId: string, options?: WriteOptions): Promise<Data<'cancelRecovery'>> {
    return this.api.post(path`/notification/recovery/cancel/${recoveryId}`, undefined, options);
  }
}
