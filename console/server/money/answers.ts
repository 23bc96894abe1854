import type { FastifyRequest } from 'fastify';
import { mayInCompany, mayOperate } from '../../../domain/console-roles.ts';
import { clientAddress } from '../../../lib/admission/client-address.ts';
import type { ActingOperator } from '../../../services/operators/acting-operator.ts';
import type { ThreadViewer } from '../../../services/settlements/thread.ts';
import { signedIn } from '../plugins/access.ts';

/** Somebody of the merchant that the address names. */
export function merchantViewer(request: FastifyRequest): ThreadViewer {
  const { person } = signedIn(request);
  const { merchant, company } = request;
  const mayWrite = mayInCompany(company.role, 'money.dispute');
  return { personId: person.id, actor: merchant, merchantKey: merchant.key, mayWrite };
}

/** For services and the audit log. */
export function actingOperator(request: FastifyRequest): ActingOperator {
  return { personId: signedIn(request).person.id, address: clientAddress(request.ip), requestId: request.id };
}

/** An operator. */
export function operatorViewer(request: FastifyRequest): ThreadViewer {
  const { person } = signedIn(request);
  const mayWrite = person.operatorRole !== null && mayOperate(person.operatorRole, 'operator.money.write');
  return { personId: person.id, actor: request.actor, mayWrite };
}
