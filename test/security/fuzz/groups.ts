/** A tag of the OpenAPI document and how many operations it has. */
export type Groups = ReadonlyMap<string, number>;

/** As much of it as this needs. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags?: readonly string[] }>>>>;
}

/** @throws where one of the wanted tags isn't there. */
export function groupsOf(document: OpenApi, wanted: readonly string[]): Groups {
  const groups = new Map<string, number>();
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const tag of operations.flatMap(({ tags = [] }) => tags)) groups.set(tag, (groups.get(tag) ?? 0) + 1);
  if (wanted.length === 0) return groups;
  return new Map(
    wanted.map((tag) => {
      const operations = groups.get(tag);
      if (operations === undefined)
        throw new Error(`no operation has the tag ${tag}; there are: ${[...groups.keys()].join(', ')}`);
      return [tag, operations];
    }),
  );
}
