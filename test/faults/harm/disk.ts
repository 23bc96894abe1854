/** A disk of the platform's own, that can be full: a tmpfs whose size follows what is on it. */
import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import type { Say } from '../../../tools/embedded/os/terminal.ts';
import type { Fault } from './fault.ts';

const SIZE = '4g';
/** What a full disk still takes. */
const LEFT_BYTES = 64 * 1024;

export interface Disk {
  fill(): void;
  free(): void;
  unmount(): void;
}

/** @returns the disk below `folder`; undefined where this account can't mount one, which is said aloud. */
export function mountDisk(folder: string, say: Say): Disk | undefined {
  // PostgreSQL's account has to get through.
  const options = `size=${SIZE},mode=711`;
  const canMount = process.platform === 'linux' && process.getuid?.() === 0;
  if (!canMount || mount(['-t', 'tmpfs', '-o', options, 'guidepost-faults', folder]) !== 0) {
    say('NO DISK OF ITS OWN (only root on Linux may mount one): in this run it is never full');
    return undefined;
  }
  return {
    fill() {
      const { bsize, blocks, bfree } = statfsSync(folder);
      mount(['-o', `remount,size=${(blocks - bfree) * bsize + LEFT_BYTES}`, folder]);
    },
    free: () => void mount(['-o', `remount,size=${SIZE}`, folder]),
    unmount: () => void spawnSync('umount', ['--lazy', folder]),
  };
}

function mount(args: readonly string[]): number | null {
  return spawnSync('mount', args, { stdio: 'ignore' }).status;
}

/** Database, Temporal's file and logs are on one disk, as on a small machine. */
export function diskFaults(disk: Disk | undefined): Fault[] {
  if (disk === undefined) return [];
  const full: Fault = {
    name: 'disk full',
    async strike({ lasts, later }) {
      disk.fill();
      later(lasts, async () => disk.free());
      return `the disk is full for ${lasts} ms`;
    },
  };
  return [full];
}
