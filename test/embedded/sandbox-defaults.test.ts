import { describe, expect, test } from '@jest/globals';
import { isLoopback, sayExposure, withSandboxDefaults } from '../../tools/embedded/sandbox-defaults.ts';

describe('what npm start opens', () => {
  test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', 'localhost'])(
    'on %s: everything that a sandbox needs',
    (host) => {
      expect(isLoopback(host)).toBe(true);
      expect(withSandboxDefaults({}, host)).toMatchObject({
        ALLOW_INSECURE_CALLBACKS: '1',
        RATE_LIMIT_MERCHANT: '10000000',
      });
      const said: string[] = [];
      sayExposure({}, host, (line) => said.push(line));
      expect(said).toEqual([]);
    },
  );

  test.each(['0.0.0.0', '::', '192.168.1.4', 'my-machine'])(
    'on %s: no insecure callbacks, no wide limits; and it says so',
    (host) => {
      expect(withSandboxDefaults({}, host)).toEqual({
        ALLOW_INSECURE_CALLBACKS: '0',
      });
      const said: string[] = [];
      sayExposure({}, host, (line) => said.push(line));
      expect(said.join('\n')).toMatch(/Callbacks by http .* are refused/);
    },
  );

  test('what is set stays, and an empty variable is not set', () => {
    const env = { ALLOW_INSECURE_CALLBACKS: '1', RATE_LIMIT_MERCHANT: '' };
    expect(withSandboxDefaults(env, '0.0.0.0')).toEqual({
      ALLOW_INSECURE_CALLBACKS: '1',
    });
    const said: string[] = [];
    sayExposure(env, '0.0.0.0', (line) => said.push(line));
    expect(said.join('\n')).toContain('ALLOW_INSECURE_CALLBACKS=1 stays on');
  });
});
