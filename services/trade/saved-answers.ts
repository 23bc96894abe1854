import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { holdLock } from '../../db/advisory-locks.ts';
import { SavedAnswer } from '../../db/entities/index.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { MAX_SAVED_ANSWERS, PLACEHOLDERS_SHOWN, unknownPlaceholders } from '../../domain/saved-answer.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import type { Colleague } from './colleague.ts';

/** What is kept, with its name. */
interface AnswerGiven {
  readonly name: string;
  readonly text: string;
}

interface SavedAnswerView extends AnswerGiven {
  readonly answerId: number;
}

export interface SavedAnswers {
  /** By name. */
  list(colleague: Colleague): Promise<SavedAnswerView[]>;
  /** @throws InvalidParameter for a name that is taken, a placeholder that there is not, or where there are MAX_SAVED_ANSWERS. @returns its id. */
  add(colleague: Colleague, given: AnswerGiven): Promise<number>;
  /** The later of two writers wins. @throws InvalidParameter as `add`, and for an id of none. */
  change(colleague: Colleague, answerId: number, given: AnswerGiven): Promise<void>;
  /** @returns false where it was gone before. */
  remove(colleague: Colleague, answerId: number): Promise<boolean>;
}

/** Texts of a merchant's people for messages to the other side of an order. */
export function createSavedAnswers({ orm }: { readonly orm: MikroORM }): SavedAnswers {
  return {
    async list({ merchant }) {
      const found = await orm.em.fork().find(SavedAnswer, { ownerKey: merchant.key });
      return found
        .map(({ id, name, text }) => ({ answerId: id, name, text }))
        .toSorted((one, other) => one.name.localeCompare(other.name));
    },
    add: ({ merchant }, given) =>
      write(orm, merchant, 'answer.added', (em) => addAnswer(em, merchant, trimmed(given))),
    async change({ merchant }, answerId, given) {
      await write(orm, merchant, 'answer.changed', (em) =>
        changeAnswer(em, merchant, answerId, trimmed(given)),
      );
    },
    remove: ({ merchant }, answerId) =>
      orm.em.fork().transactional(async (em) => {
        const { result } = await once(em, merchant, 'answer.deleted', async () => {
          const where = { id: answerId, ownerKey: merchant.key };
          const deleted = (await em.nativeDelete(SavedAnswer, where)) > 0;
          if (deleted) await note(em, merchant, 'answer.deleted', answerId);
          return { deleted };
        });
        return result.deleted;
      }),
  };
}

/** One merchant's are written one after the other: names are compared and counted on what stays so. */
async function write(
  orm: MikroORM,
  merchant: CallingMerchant,
  action: string,
  work: (em: EntityManager) => Promise<number>,
): Promise<number> {
  return await orm.em.fork().transactional(async (em) => {
    const { result } = await once(em, merchant, action, async () => {
      await holdLock(em, 'answersOfMerchant', merchant.key);
      const id = await work(em);
      await note(em, merchant, action, id);
      return { id };
    });
    return result.id;
  });
}

async function addAnswer(em: EntityManager, { key }: CallingMerchant, given: AnswerGiven): Promise<number> {
  requireKnownPlaceholders(given);
  await requireFreeName(em, key, given.name);
  if ((await em.count(SavedAnswer, { ownerKey: key })) >= MAX_SAVED_ANSWERS)
    throw invalidParameter('body', 'limit_reached', `at most ${MAX_SAVED_ANSWERS} answers are kept`);
  return await em.insert(SavedAnswer, { ...given, ownerKey: key });
}

async function changeAnswer(
  em: EntityManager,
  { key }: CallingMerchant,
  id: number,
  given: AnswerGiven,
): Promise<number> {
  requireKnownPlaceholders(given);
  await requireFreeName(em, key, given.name, id);
  if ((await em.nativeUpdate(SavedAnswer, { id, ownerKey: key }, given)) === 0)
    throw invalidParameter('path.answerId', 'unknown_reference', 'there is no such answer any more');
  return id;
}

const trimmed = ({ name, text }: AnswerGiven): AnswerGiven => ({ name: name.trim(), text: text.trim() });

/** @throws InvalidParameter that names those which there are. */
function requireKnownPlaceholders({ text }: AnswerGiven): void {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return;
  const sentence = `there is no ${unknown.join(', ')}: known are ${PLACEHOLDERS_SHOWN}`;
  throw invalidParameter('body.text', 'unknown_placeholder', sentence);
}

/** Whatever their letters' case. @param but the id of the one that may have it. */
async function requireFreeName(em: EntityManager, key: string, name: string, but = 0): Promise<void> {
  const taken = await em.execute<unknown[]>(
    'select from saved_answer where owner_key = ? and lower(name) = lower(?) and id <> ?',
    [key, name, but],
  );
  if (taken.length > 0) throw invalidParameter('body.name', 'duplicate', 'another answer has this name');
}

/** Without its words. */
function note(em: EntityManager, merchant: CallingMerchant, action: string, id: number): Promise<void> {
  return recordAudit(em, merchant, { action, subject: `answer:${id}` });
}
