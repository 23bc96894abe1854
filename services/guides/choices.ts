/** What one can search guides by: what is offered, and nothing that finds no guide. */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
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

/** It reads the whole index of guides, and changes slowly: a process asks once a minute for each world. */
const KEPT_MS = 60_000;

/** @returns what is offered in a world: the commonest of each, at most sixty. */
export function createGuideChoices(orm: MikroORM): (sandbox: boolean) => Promise<GuideChoices> {
  const kept = new LRUCache<'live' | 'sandbox', GuideChoices>({
    max: 2,
    ttl: KEPT_MS,
    fetchMethod: (world) => readChoices(orm.em.fork(), world === 'sandbox'),
  });
  return (sandbox) => kept.forceFetch(sandbox ? 'sandbox' : 'live');
}

async function readChoices(em: EntityManager, sandbox: boolean): Promise<GuideChoices> {
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
