import { join } from 'node:path';
import type { BundleOptions } from '@temporalio/worker';

/**
 * What the workers' bundle is made of. Its modules are loaded once for each thread and not once for each workflow
 * (docs/decisions/0116), so none of them may keep state: test/workflows/shared-modules.test.ts.
 */
export function bundleOptions(checkout: string): BundleOptions & { readonly workflowsPath: string } {
  const path = (file: string) => join(checkout, 'workflows', file);
  const workflowsPath = path('index.ts');
  const workflowInterceptorModules = [path('tracing.ts'), path('timers.ts')];
  return {
    workflowsPath,
    workflowInterceptorModules,
    preloadModules: [workflowsPath, ...workflowInterceptorModules],
  };
}
