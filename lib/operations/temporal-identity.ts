/**
 * Which platform a Temporal namespace belongs to (docs/decisions/0039): a workflow that never runs carries the
 * installation's id in its memo. Temporal itself ensures that there is only one, so that of two platforms which
 * start at the same time one gets the namespace and the other is refused.
 */
import {
  Client,
  type ClientOptions,
  type WorkflowClientInterceptor,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { InstallationError } from '../../db/installation.ts';

export const MARKER_WORKFLOW_ID = 'guidepost-installation';
const MARKER_TYPE = 'installation';
/** No worker serves it, and the first task of the marker is due long after everybody has gone. */
const MARKER_QUEUE = 'installation';
const NEVER = '36500 days';

/** The namespace belongs to another installation, or to none. */
class ForeignTemporalError extends InstallationError {
  override readonly name = 'ForeignTemporalError';
}

/** @returns the id of the installation that has this namespace; undefined where none has. @throws when Temporal is unavailable. */
export async function ownerOf(client: Client): Promise<string | undefined> {
  try {
    const { status, memo } = await client.workflow.getHandle(MARKER_WORKFLOW_ID).describe();
    const owner = memo?.installation;
    return status.name === 'RUNNING' && typeof owner === 'string' ? owner : undefined;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/**
 * For the API and the workers: the namespace is this installation's, or becomes so if nobody had it.
 * @throws ForeignTemporalError where it is another's; what the client throws when Temporal is unavailable.
 */
export async function claimNamespace(client: Client, installation: string): Promise<void> {
  if ((await ownerOf(client)) === undefined) await mark(client, installation);
  await verifyNamespace(client, installation);
}

/** For operators: never claims. @throws as claimNamespace, and if nobody has the namespace. */
export async function verifyNamespace(client: Client, installation: string): Promise<void> {
  const owner = await ownerOf(client);
  if (owner === installation) return;
  const { namespace } = client.options;
  const whose =
    owner === undefined ? 'no installation yet' : `another installation (${owner}) than the database`;
  throw new ForeignTemporalError(
    `Temporal's namespace ${namespace} belongs to ${whose} (${installation}): check TEMPORAL_ADDRESS, ` +
      'TEMPORAL_NAMESPACE and DATABASE_URL; "admin installation" shows both, and binds them again with --take',
  );
}

/** Takes a namespace over, whosever it was. */
export async function takeNamespace(client: Client, installation: string): Promise<void> {
  const owner = await ownerOf(client);
  if (owner === installation) return;
  if (owner !== undefined) {
    await client.workflow.getHandle(MARKER_WORKFLOW_ID).terminate(`taken over by ${installation}`);
  }
  await claimNamespace(client, installation);
}

async function mark(client: Client, installation: string): Promise<void> {
  try {
    await client.workflow.start(MARKER_TYPE, {
      workflowId: MARKER_WORKFLOW_ID,
      taskQueue: MARKER_QUEUE,
      startDelay: NEVER,
      memo: { installation },
      staticSummary: `This namespace belongs to the Guidepost installation ${installation}. Never terminate this.`,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** How long a namespace that was ours is still taken for ours: another installation may take it over meanwhile. */
const BELIEVED_MS = 15_000;

/**
 * Lets no call through to a namespace that is not known to be ours.
 * @param interceptors further ones, which see what goes through.
 */
export function guardedClient(
  options: Pick<Client, 'connection'> & { readonly namespace: string },
  installation: () => Promise<string>,
  interceptors: readonly WorkflowClientInterceptor[] = [],
  believedMs = BELIEVED_MS,
): Client {
  const plain = new Client(options);
  let verifiedAt = Number.NEGATIVE_INFINITY;
  let verifying: Promise<void> | undefined;
  const verify = async () => {
    await claimNamespace(plain, await installation());
    verifiedAt = performance.now();
  };
  const before = async () => {
    if (performance.now() - verifiedAt < believedMs) return;
    verifying ??= verify().finally(() => {
      verifying = undefined;
    });
    await verifying;
  };
  const guard: WorkflowClientInterceptor = {
    describe: async (input, next) => await before().then(() => next(input)),
    query: async (input, next) => await before().then(() => next(input)),
    startWithDetails: async (input, next) => await before().then(() => next(input)),
    startUpdate: async (input, next) => await before().then(() => next(input)),
    startUpdateWithStart: async (input, next) => await before().then(() => next(input)),
    signal: async (input, next) => await before().then(() => next(input)),
    signalWithStart: async (input, next) => await before().then(() => next(input)),
    terminate: async (input, next) => await before().then(() => next(input)),
    cancel: async (input, next) => await before().then(() => next(input)),
  };
  return new GuardedClient({ ...options, interceptors: { workflow: [guard, ...interceptors] } }, before);
}

/** Interceptors see no list and nothing of `workflowService`: what runs within a deadline is guarded here. */
class GuardedClient extends Client {
  readonly #before: () => Promise<void>;

  constructor(options: ClientOptions, before: () => Promise<void>) {
    super(options);
    this.#before = before;
  }

  override async withDeadline<Result>(deadline: number | Date, work: () => Promise<Result>): Promise<Result> {
    return await super.withDeadline(deadline, async () => {
      await this.#before();
      return await work();
    });
  }
}
