import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';

/** What deploy/kubernetes has, as it is written, before kustomize puts it together. */
export const FOLDER = new URL('../../deploy/kubernetes/', import.meta.url);
export const read = (path: string) => readFileSync(new URL(path, FOLDER), 'utf8');

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  // biome-ignore lint/suspicious/noExplicitAny: read as the manifests have it, once Kubernetes' schema has taken it
  readonly spec: any;
}

interface SecretItem {
  readonly key: string;
  readonly path: string;
}
export interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName: string; readonly items: readonly SecretItem[] };
  readonly projected?: {
    readonly sources: readonly { secret: { readonly name: string; readonly items: readonly SecretItem[] } }[];
  };
}

/** Every manifest that a kustomization names. */
function manifestsOf(folder: string): Manifest[] {
  const { resources } = parse(read(`${folder}/kustomization.yaml`)) as { resources: string[] };
  const files = readdirSync(new URL(folder, FOLDER)).filter((name) => /^(?!kustom).*\.yaml$/.test(name));
  expect(resources.toSorted()).toEqual(files.toSorted());
  return resources.flatMap((name) =>
    parseAllDocuments(read(`${folder}/${name}`), { uniqueKeys: true }).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );
}

export const platform = manifestsOf('platform');
export const egress = manifestsOf('egress');
const ours = [...platform, ...manifestsOf('migrate')];
export const all = [...ours, ...egress];
export const named = (manifest: Manifest) =>
  [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const;
export const workloads = ours.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
export const containerOf = ({ spec }: Manifest) => spec.template.spec.containers[0];
export const variablesOf = (manifest: Manifest): Record<string, string> =>
  Object.fromEntries(
    (containerOf(manifest).env as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
  );
export const variablesIn = (file: string): Record<string, string> =>
  Object.fromEntries([...read(file).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
export const configuration = variablesIn('platform/configuration.env');

/** What a process has at least. */
export const NEEDED = { DATABASE_URL: 'postgresql://x', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
