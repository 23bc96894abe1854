import { join } from 'node:path';
import type { BundleOptions } from '@temporalio/worker';

/**
 * What the workers' bundle is made of. Its modules are loaded once for each thread and not once for each workflow
 * (docs/decisions/0116), so none of them may keep state: test/workflows/shared-modules.test.ts.
 */
export function bundleOptions(checkout: string): BundleOptions & { readonly workflowsPath: string } {
  const workflowsPath = join(checkout, 'workflows', 'index.ts');
  const tracing = join(checkout, 'workflows', 'tracing.ts');
  return { workflowsPath, workflowInterceptorModules: [tracing], preloadModules: [workflowsPath, tracing] };
}
