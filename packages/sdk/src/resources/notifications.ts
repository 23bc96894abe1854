import { Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, Query } from '../types.ts';

/** What was sent to your endpoints, and what came back. */
export class Notifications extends Resource {
  list(query?: Query<'listNotifications'>, options?: RequestOptions): Listed<Data<'listNotifications'>> {
    return this.api.list('listNotifications', [], query, options);
  }

  /** One, with its body and every attempt. */
  get(notificationId: string, options?: RequestOptions): Promise<Data<'getNotification'>> {
    return this.api.call('getNotification', [notificationId], undefined, options);
  }

  /** Sends it now. */
  redeliver(notificationId: string, options?: WriteOptions): Promise<Data<'redeliverNotification'>> {
    return this.api.call('redeliverNotification', [notificationId], undefined, options);
  }

  /** Sends everything since a time that you did not acknowledge; `dryRun` only counts. */
  recover(body: Body<'recoverNotifications'>, options?: WriteOptions): Promise<Data<'recoverNotifications'>> {
    return this.api.call('recoverNotifications', [], body, options);
  }
}

/** How far recoveries are. */
export class Recoveries extends Resource {
  list(query?: Query<'listRecoveries'>, options?: RequestOptions): Listed<Data<'listRecoveries'>> {
    return this.api.list('listRecoveries', [], query, options);
  }

  get(recoveryId: string, options?: RequestOptions): Promise<Data<'getRecovery'>> {
    return this.api.call('getRecovery', [recoveryId], undefined, options);
  }

  cancel(recoveryId: string, options?: WriteOptions): Promise<Data<'cancelRecovery'>> {
    return this.api.call('cancelRecovery', [recoveryId], undefined, options);
  }
}
