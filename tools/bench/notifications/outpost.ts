/**
 * `npm run bench -- outpost --programs FOLDER [--events 2000] [--endpoints 1]`: a backlog of notifications of ours, and one of
 * Outpost's (github.com/hookdeck/outpost), in turns on the same machine: how fast each is delivered, and what that costs each process.
 * docs/performance/details.md says how its programs are built. Entry file.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureRound, type Round } from './outpost/measure.ts';
import { startOurs } from './outpost/ours.ts';
import { printIntake, printSide } from './outpost/print.ts';
import { startReceipts } from './outpost/receipts.ts';
import { startTheirs } from './outpost/theirs.ts';

const ROUNDS = 3;

const { values } = parseArgs({
  options: {
    programs: { type: 'string' },
    events: { type: 'string', default: '2000' },
    endpoints: { type: 'string', default: '1' },
  },
});
if (!values.programs) throw new Error('--programs FOLDER is missing: where outpost and outpost-server are');
await compare(resolve(values.programs), Number(values.events), Number(values.endpoints));
process.exit();

async function compare(programs: string, events: number, endpoints: number): Promise<void> {
  const receipts = await startReceipts(endpoints);
  const closing: (() => Promise<unknown>)[] = [receipts.close];
  try {
    const ours = await startOurs(receipts.urls);
    closing.unshift(ours.close);
    // What it is sent is what ours has just sent.
    const theirs = await startTheirs(programs, receipts.urls, () => JSON.parse(receipts.lastBody()));
    closing.unshift(theirs.close);
    const [ourRounds, theirRounds]: [Round[], Round[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ourRounds.push(await measureRound(ours, receipts, events));
      theirRounds.push(await measureRound(theirs, receipts, events));
    }
    printSide(ours.name, ourRounds);
    printSide(theirs.name, theirRounds);
    printIntake(theirRounds);
  } finally {
    for (const close of closing) await close();
  }
}
