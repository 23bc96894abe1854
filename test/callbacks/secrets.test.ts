import { describe, expect, it } from '@jest/globals';
import { createSecrets } from '../../callbacks/secrets.ts';

describe('createSecrets', () => {
  it('decrypts a secret once, and each by itself', async () => {
    const asked: string[] = [];
    const secretOf = createSecrets({
      decrypt: async (encrypted) => {
        asked.push(encrypted);
        return `plain ${encrypted}`;
      },
    });
    const secrets = await Promise.all([secretOf('a'), secretOf('a'), secretOf('b')]);
    expect(secrets).toEqual(['plain a', 'plain a', 'plain b']);
    expect(await secretOf('a')).toBe('plain a');
    expect(asked).toEqual(['a', 'b']);
  });

  it('tries again what could not be decrypted', async () => {
    let isReadable = false;
    const secretOf = createSecrets({
      decrypt: async () => {
        if (!isReadable) throw new Error('another key');
        return 'plain';
      },
    });
    await expect(secretOf('a')).rejects.toThrow('another key');
    isReadable = true;
    expect(await secretOf('a')).toBe('plain');
  });
});
