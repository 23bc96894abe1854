import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reservePort } from '../../tools/embedded/os/ports.ts';

/**
 * A free port for a server that starts later, or is killed and comes back on it. It lies below those that systems give to
 * whoever asks for any, so that nobody gets it meanwhile; and it is drawn, since other runs on this machine draw theirs.
 */
export async function drawPort(): Promise<number> {
  const { port, release } = await reservePort({ usual: draw() });
  await release();
  return port;
}

/** Lets the next platform on this data folder begin with drawn ports: the usual ones are everybody's first choice. */
export function drawPlatformPorts(folder: string): void {
  const parts = ['api', 'database', 'temporal', 'temporalUi', 'apiMetrics', 'console', 'workerHealth'];
  const ports = Object.fromEntries(parts.map((part) => [part, draw()]));
  writeFileSync(join(folder, 'ports.json'), JSON.stringify(ports));
}

const draw = () => randomInt(10_000, 32_000);
