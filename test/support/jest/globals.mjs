/**
 * What modules import as `@jest/globals`. Its bindings are live: a module that stays loaded has those of the test file
 * that runs now.
 */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test;

export function provideGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } = globals);
}
