/** Entry file: `node sdk-download-child.ts <dev-server|test-server> <folder>` (see sdk-download.ts). */
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [server, downloadDir = ''] = process.argv.slice(2);
const options = { server: { executable: { type: 'cached-download', downloadDir } } } as const;
const environment =
  server === 'test-server'
    ? await TestWorkflowEnvironment.createTimeSkipping(options)
    : await TestWorkflowEnvironment.createLocal(options);
await environment.teardown();
