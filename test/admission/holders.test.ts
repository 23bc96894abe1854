import { describe, expect, test } from '@jest/globals';
import { Holders } from '../../lib/admission/holders.ts';

const never = () => false;

function unfinished(holders: Holders<string>, of: string, holder: string, isWhole = never): void {
  holders.open(of, holder);
  holders.expect(of, 10, isWhole);
}

describe('which connection goes first', () => {
  test('one of whoever holds the most that may go: what is served counts for nobody', () => {
    const holders = new Holders<string>(0);
    for (const name of ['a', 'b', 'c']) {
      holders.open(name, 'busy');
      holders.serve(name);
    }
    unfinished(holders, 'x', 'one');
    unfinished(holders, 'y', 'two');
    unfinished(holders, 'z', 'two');
    expect(holders.first()).toBe('y');
    holders.close('y');
    holders.close('z');
    holders.close('x');
    expect(holders.first()).toBeUndefined();
  });

  test('of one holder: what is unfinished before what is idle, unless it is only just so', () => {
    const [strict, patient] = [new Holders<string>(0), new Holders<string>(60_000)];
    for (const holders of [strict, patient]) {
      holders.open('idle', 'one');
      holders.rest('idle');
      unfinished(holders, 'body', 'one');
    }
    expect([strict.first(), patient.first()]).toEqual(['body', 'idle']);
    patient.close('idle');
    expect(patient.first()).toBe('body');
  });

  test('what has become whole meanwhile is not unfinished', () => {
    const holders = new Holders<string>(0);
    let isWhole = false;
    unfinished(holders, 'first', 'one', () => isWhole);
    unfinished(holders, 'second', 'one');
    expect(holders.first()).toBe('first');
    isWhole = true;
    expect([holders.first(), holders.bytes]).toEqual(['second', 10]);
  });

  test('a person or merchant is a holder while its request is under way, from however many addresses', () => {
    const holders = new Holders<string>(0);
    for (const at of ['1', '2', '3']) {
      unfinished(holders, `theirs-${at}`, `address-${at}`);
      holders.claim(`theirs-${at}`, 'merchant:mk');
    }
    unfinished(holders, 'ours-1', 'here');
    unfinished(holders, 'ours-2', 'here');
    expect([holders.first(), holders.bytesOf('merchant:mk')]).toEqual(['theirs-1', 30]);
    holders.rest('theirs-1');
    holders.rest('theirs-2');
    expect([holders.first(), holders.connectionsOf('merchant:mk')]).toEqual(['ours-1', 1]);
  });

  test('bodies of one holder are too many only where the longest is overdue', () => {
    const [strict, patient] = [new Holders<string>(0), new Holders<string>(60_000)];
    for (const holders of [strict, patient])
      for (const name of ['first', 'second']) unfinished(holders, name, 'one');
    expect([strict.overdueOf('one', 1), strict.overdueOf('one', 2)]).toEqual(['first', undefined]);
    expect(patient.overdueOf('one', 1)).toBeUndefined();
  });
});
