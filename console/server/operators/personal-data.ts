import { answers, ok } from '../../../contract/schemas/envelope.ts';
import {
  collectExport,
  findPersonalOrders,
  previewPersonalData,
} from '../../../services/operators/personal-data.ts';
import { PersonalAsked, PersonalExport, PersonalOrders, PersonalPreview } from './answers.ts';
import { PersonalBody, PersonalOrdersBody, ProposalPath, SearchBody } from './schemas.ts';
import type { OperatorServices, TypedRoutes } from './typed.ts';

const ALL = '/api/operator/personal';

/** What is kept of a traveller: found, counted, exported and erased, the last two by two operators. Nothing personal is in an address. */
export const personalDataRoutes = (services: OperatorServices): TypedRoutes =>
  async function operatorPersonalData(scope) {
    const { orm, decisions } = services;
    const action = 'operator.personal.write';
    scope.post(
      `${ALL}/find`,
      {
        config: { action, onlyReads: true },
        schema: { body: SearchBody, response: answers(PersonalOrders) },
      },
      async ({ actor, body }) => ok({ list: await findPersonalOrders(orm, actor, body.text) }),
    );
    scope.post(
      `${ALL}/preview`,
      {
        config: { action, onlyReads: true },
        schema: { body: PersonalOrdersBody, response: answers(PersonalPreview) },
      },
      async ({ body }) => ok(await previewPersonalData(orm, body.orders)),
    );
    scope.post(
      `${ALL}/export`,
      { config: { action, fresh: true }, schema: { body: PersonalBody, response: answers(PersonalAsked) } },
      async ({ actor, body }) => {
        const { result, proposalId } = await decisions.askForExport(actor, body.orders, body.reason);
        return ok({ isDone: proposalId === null, proposalId: proposalId ?? result });
      },
    );
    scope.post(
      `${ALL}/erase`,
      { config: { action, fresh: true }, schema: { body: PersonalBody, response: answers(PersonalAsked) } },
      async ({ actor, body, id }) => {
        const { proposalId } = await decisions.askForErasure(actor, body.orders, body.reason, id);
        return ok({ isDone: proposalId === null, proposalId });
      },
    );
    // Its answer is kept nowhere, so no key makes it safe to repeat.
    scope.post(
      `${ALL}/exports/:proposalId`,
      {
        config: { action, fresh: true, idempotency: 'none' },
        schema: { params: ProposalPath, response: answers(PersonalExport) },
      },
      async ({ actor, params }) => ok({ lines: await collectExport(services, actor, params.proposalId) }),
    );
  };
