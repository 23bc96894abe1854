/** What measurements use of packages that are not there until the first `npm run bench` (packages.ts). */

declare module 'echarts' {
  interface Chart {
    setOption(option: object): void;
    renderToSVGString(): string;
    dispose(): void;
  }
  export function init(element: null, theme: null, options: object): Chart;
}

declare module '@dbos-inc/dbos-sdk' {
  interface Retries {
    retriesAllowed?: boolean;
    maxAttempts?: number;
    intervalSeconds?: number;
    backoffRate?: number;
  }
  type Workflow<Args extends unknown[]> = (...args: Args) => Promise<void>;
  export const DBOS: {
    setConfig(config: Record<string, string | number>): void;
    launch(): Promise<void>;
    registerWorkflow<Args extends unknown[]>(run: Workflow<Args>, options: { name: string }): Workflow<Args>;
    startWorkflow<Args extends unknown[]>(
      run: Workflow<Args>,
      options: { workflowID: string },
    ): (...args: Args) => Promise<unknown>;
    runStep<T>(step: () => Promise<T>, options: { name: string } & Retries): Promise<T>;
    send(workflowId: string, message: string, topic: string): Promise<void>;
    recv(topic: string, timeoutSeconds: number): Promise<unknown>;
    sleep(milliseconds: number): Promise<void>;
  };
}

declare module 'graphile-worker' {
  type Task = (payload: never) => Promise<void>;
  export function run(options: {
    connectionString: string;
    maxPoolSize: number;
    schema: string;
    concurrency: number;
    pollInterval: number;
    noHandleSignals: boolean;
    logger: unknown;
    taskList: Readonly<Record<string, Task>>;
  }): Promise<unknown>;
  export class Logger {
    constructor(factory: () => (level: string, message: string) => void);
  }
}
