/** What operators may do about money, and the addresses of their pages. */
import { mayOperate } from '../../../../../domain/console-roles.ts';
import { useMe } from '../../shell/session.ts';

export const OPERATOR_MONEY_PATH = '/desk/money';

/** Whether the operator's role may pay, answer and correct; the server decides all the same. */
export function useMayWrite(): boolean {
  const { operatorRole } = useMe();
  return operatorRole !== null && mayOperate(operatorRole, 'operator.money.write');
}
