import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { judge } from '../../../tools/replay/judge.ts';
import { violations } from './violation.ts';

/**
 * Every history replays on the workflow bundle that the workers run: an order whose history does not is stuck as soon
 * as its worker has forgotten it, however well it looks now.
 */
export async function checkReplays(client: Client, dataDir: string, orderIds: readonly string[]) {
  const failed: string[] = [];
  let replayed = 0;
  async function* histories() {
    for (const workflowId of orderIds) {
      yield { workflowId, history: await client.workflow.getHandle(workflowId).fetchHistory() };
    }
  }
  for await (const { workflowId, failure } of judge(bundleOf(dataDir), histories())) {
    replayed++;
    if (failure !== undefined) failed.push(`${workflowId}: ${failure}`);
  }
  return { replayed, violations: violations('every history replays', failed) };
}

function bundleOf(dataDir: string) {
  const folder = join(dataDir, 'bundles');
  const [bundle] = globSync('workflows-*.js', { cwd: folder });
  if (bundle === undefined) throw new Error(`no workflow bundle in ${folder}`);
  return { code: readFileSync(join(folder, bundle), 'utf8') };
}
