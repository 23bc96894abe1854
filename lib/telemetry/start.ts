import type { Tracing } from './tracing.ts';

/** Loads OpenTelemetry where the environment asks for traces. @param service for example `guidepost-api`. */
export async function startTracing(isOn: boolean, service: string): Promise<Tracing | undefined> {
  if (!isOn) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing(service);
}
