import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { MESSAGE_UPLOAD } from '../../console/server/message-form.ts';
import { formBytes } from '../../console/server/upload-forms.ts';
import { MAX_PHOTO_BYTES } from '../../domain/photo.ts';
import { DOCUMENT_RULES } from '../../domain/verification.ts';
import { BODY_LIMIT_BYTES } from '../../lib/http/plugins/errors.ts';
import { all, FOLDER, platform, read, type Volume, workloads } from './manifests.ts';

test('a release that the schema is not ready for takes nothing away: pods are replaced when the new one is ready', () => {
  const strategies = all.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.strategy);
  expect(strategies).toEqual(strategies.map(() => ({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })));
});

test('the ingress lets through what API and console take, and refuses little more than they do', () => {
  const declared = globSync('{api,console/server}/**/*.ts', {
    cwd: fileURLToPath(new URL('../..', FOLDER)),
  }).flatMap((file) => {
    const source = readFileSync(new URL(`../../${file}`, FOLDER), 'utf8');
    return [...source.matchAll(/\bupload: (?:\{ most: )?(\w+)/g)].map(
      ([, rule]) => `${file.split('/')[0]} ${rule}`,
    );
  });
  expect([...new Set(declared)].toSorted()).toEqual([
    'console MAX_PHOTO_BYTES',
    'console MESSAGE_UPLOAD',
    'console UPLOAD',
  ]);
  const most = {
    api: BODY_LIMIT_BYTES,
    console: Math.max(MAX_PHOTO_BYTES, MESSAGE_UPLOAD.most, formBytes(1, DOCUMENT_RULES.maxBytes)),
  };
  const megabyte = 1024 * 1024;
  for (const [name, bytes] of Object.entries(most)) {
    const { metadata } = platform.find((one) => one.kind === 'Ingress' && one.metadata.name === name)!;
    const annotation = metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'];
    expect([name, annotation]).toEqual([name, `${Math.ceil((bytes + 1) / megabyte)}m`]);
  }
});

describe('what both kustomizations have of one place', () => {
  const kustomization = (folder: string) => parse(read(`${folder}/kustomization.yaml`));
  const components = Object.fromEntries(
    ['platform', 'migrate'].map((folder) => [folder, kustomization(folder).components as string[]]),
  );

  test('images, by digest, for every pod of either', () => {
    for (const list of Object.values(components)) expect(list.at(-1)).toBe('../images');
    const images = kustomization('images').images as { name: string; digest?: string }[];
    const used = all.flatMap(({ kind, spec }) =>
      kind === 'Deployment' || kind === 'Job'
        ? spec.template.spec.containers.map((one: { image: string }) => one.image)
        : [],
    );
    expect(new Set(images.map(({ name }) => name))).toEqual(new Set(used));
    for (const { digest } of images) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const others = ['platform', 'migrate', 'egress'].filter((folder) => 'images' in kustomization(folder));
    expect(others).toEqual([]);
  });

  test('secrets under a name that changes with them, so that pods roll; the migration’s for it alone', () => {
    const made = (folder: string) =>
      kustomization(folder).secretGenerator as { name: string; files: string[]; options?: object }[];
    const generators = [...made('secrets'), ...made('secrets/migration')];
    expect(generators.map(({ name }) => name)).toEqual(['guidepost', 'guidepost-migration']);
    // A generator's options can keep the hash away.
    expect(generators.filter((one) => 'options' in one || 'type' in one)).toEqual([]);
    expect(components.platform).toContain('../secrets');
    expect(components.platform).not.toContain('../secrets/migration');
    expect(components.migrate).toEqual(expect.arrayContaining(['../secrets', '../secrets/migration']));
    const mounted = new Map<string, Set<string>>();
    for (const manifest of workloads)
      for (const { secret, projected } of manifest.spec.template.spec.volumes as Volume[])
        for (const { name, items } of projected?.sources.map((source) => source.secret) ??
          (secret ? [{ name: secret.secretName, items: secret.items }] : []))
          for (const { key } of items) mounted.set(name, (mounted.get(name) ?? new Set()).add(key));
    expect(Object.fromEntries([...mounted].map(([name, keys]) => [name, [...keys].sort()]))).toEqual(
      Object.fromEntries(generators.map(({ name, files }) => [name, files.toSorted()])),
    );
  });
});
