/**
 * Preloaded into the platform's processes under test (`node --import`): what `Date` says is off by as many milliseconds as the file
 * with the process's number holds. What workflows see is Temporal's affair, and stays as it is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const POLL_EVERY_MS = 100;

function skew(folder: string): void {
  const RealDate = Date;
  const realNow = RealDate.now;
  let offBy = 0;
  const now = () => realNow() + offBy;
  const look = () => {
    try {
      offBy = Number(readFileSync(join(folder, String(process.pid)), 'utf8'));
    } catch {
      offBy = 0;
    }
  };
  setInterval(look, POLL_EVERY_MS).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

const { GUIDEPOST_FAULTS_CLOCKS: folder } = process.env;
if (folder !== undefined) skew(folder);
