/** What one can search guides by: what is offered, and nothing that finds no guide. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { selectAreaNames, selectOffered } from '../../db/queries/guides/guide-choices.ts';
import { areaKey } from '../../domain/guide.ts';

interface Choice {
  readonly value: string;
  /** Active public guides that have it; guides that changed within seconds may be missing. */
  readonly guides: number;
}

export interface GuideChoices {
  readonly areas: Choice[];
  /** Tags of BCP 47 in lower case; `pt` counts who speaks `pt-BR`. */
  readonly languages: Choice[];
  readonly serviceTypes: Choice[];
  readonly currencies: Choice[];
}

/** The commonest of each, at most sixty. */
export async function readGuideChoices(em: EntityManager, sandbox: boolean): Promise<GuideChoices> {
  const offered = await selectOffered(em, sandbox);
  const ofKind = (kind: string) =>
    offered
      .filter(({ property }) => property.startsWith(`${kind}:`))
      .map(({ property, guides }) => ({ value: property.slice(kind.length + 1), guides }));
  return {
    areas: await named(em, sandbox, ofKind('area')),
    languages: ofKind('language'),
    serviceTypes: ofKind('type'),
    currencies: ofKind('currency'),
  };
}

/** The index has areas as they are compared; people read them as a studio wrote them. */
async function named(em: EntityManager, sandbox: boolean, areas: readonly Choice[]): Promise<Choice[]> {
  const keys = areas.map(({ value }) => value);
  const found = new Map((await selectAreaNames(em, sandbox, keys)).map(({ key, names }) => [key, names]));
  return areas.map(({ value, guides }) => ({
    value: found.get(value)?.find((name) => areaKey(name) === value) ?? value,
    guides,
  }));
}
