/**
 * `npm run proof -- NAME [options of its own]`: one of the long proofs, or of the recordings, of test/proofs.ts; without a name it
 * lists them. Ends as the proof ends.
 */
import { fileURLToPath } from 'node:url';
import { inForeground } from '../tools/embedded/os/foreground.ts';
import { PROOF_GROUPS, type Proof } from './proofs.ts';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));
const [name, ...options] = process.argv.slice(2);
const proof = Object.values(PROOF_GROUPS)
  .map((group) => group[name ?? ''])
  .find((found) => found !== undefined);

if (proof === undefined) {
  console.log(listed());
  if (name !== undefined) console.error(`\nThere is no proof of the name ${name}.`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  process.exitCode = await run(proof, options);
}

function listed(): string {
  const groups = Object.entries(PROOF_GROUPS).map(([title, proofs]) => {
    const lines = Object.entries(proofs).map(
      ([key, { shows, takes }]) => `  ${key.padEnd(17)} ${takes.padEnd(13)} ${shows}`,
    );
    return [title, ...lines].join('\n');
  });
  return ['npm run proof -- NAME [options of its own]', ...groups].join('\n\n');
}

/** @returns the exit code. */
async function run(
  { program, jest = [], withBenchPackages }: Proof,
  more: readonly string[],
): Promise<number> {
  if (withBenchPackages) await import('../tools/bench/packages.ts');
  return program === undefined
    ? await inForeground('npm', ['test', '--', ...jest, ...more], CHECKOUT)
    : await inForeground(process.execPath, [program, ...more], CHECKOUT);
}
