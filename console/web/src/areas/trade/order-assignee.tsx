/** Who of the company's own people looks after an order, and the menu that changes it. */
import { useQuery } from '@tanstack/react-query';
import { mayInCompany } from '../../../../../domain/console-roles.ts';
import { request } from '../../api/client.ts';
import { type Refusal, refusalOf } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { sentenceOf } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useMe } from '../../shell/session.ts';
import { type Member, type Team, teamKey } from '../company/team-data.ts';
import { type OrderCard, useMayTrade, useOrderPeople } from './data.ts';
import { isOwnCompany } from './note-data.ts';

/** The company's people who may have orders; none on the pages of a merchant that a provider acts for. */
export function useColleagues(): readonly Member[] {
  const here = useHere();
  const { company } = here;
  const { data } = useQuery<Team, Refusal>({
    queryKey: teamKey(company),
    queryFn: () => request('GET /api/{company}/console/team', { params: { company } }),
    enabled: isOwnCompany(here),
  });
  return (data?.members ?? []).filter(({ role }) => mayInCompany(role, 'orders.write'));
}

export function OrderAssignee({ orderId }: { orderId: string }) {
  const here = useHere();
  const words = useTexts().trade.assigned;
  const mayTrade = useMayTrade();
  const people = useOrderPeople(here, orderId);
  if (!people.data || !isOwnCompany(here)) return null;
  const { assigned = null } = people.data;
  const label = assigned ? words.to(assigned.name) : words.nobodyYet;
  if (!mayTrade) return <span className="soft no-print">{label}</span>;
  return <AssigneeMenu orderId={orderId} label={label} now={assigned?.personId ?? null} />;
}

interface MenuProps {
  readonly orderId: string;
  readonly label: string;
  /** Null: nobody. */
  readonly now: number | null;
}

function AssigneeMenu({ orderId, label, now }: MenuProps) {
  const { company, world } = useHere();
  const { person } = useMe();
  const texts = useTexts();
  const words = texts.trade.assigned;
  const colleagues = useColleagues();
  const assigning = useAction(
    (personId: number | null) =>
      request('PUT /api/{company}/{world}/console/orders/{orderId}/assignment', {
        params: { company, world, orderId },
        body: { personId },
      }),
    { invalidates: [[company, world, 'trade']] },
  );
  const choose = (personId: number | null) =>
    assigning
      .runAsync(personId)
      .catch((error) => showToast({ text: sentenceOf(texts, refusalOf(error)), tone: 'warning' }));
  const others = colleagues.filter(({ personId }) => personId !== person.id);
  const entries: MenuEntry[] = [
    { id: 'me', label: words.me, personId: person.id },
    ...others.map(({ personId, name }) => ({ id: String(personId), label: name, personId })),
    { id: 'nobody', label: words.nobody, personId: null },
  ]
    .filter(({ personId }) => personId !== now)
    .map(({ personId, ...entry }) => ({ ...entry, onAction: () => void choose(personId) }));
  return (
    <span className="no-print">
      <Menu label={words.menu} entries={entries}>
        <Button small icon="guides" isPending={assigning.isRunning}>
          {label}
          <Icon name="chevron" size={16} />
        </Button>
      </Menu>
    </span>
  );
}

/** On a row or card; nothing where nobody has it. */
export function AssigneeName({ order: { assigned } }: { order: Pick<OrderCard, 'assigned'> }) {
  const { person } = useMe();
  const words = useTexts().trade.assigned;
  // What this device read before a release has none.
  if (!assigned) return null;
  return <>{assigned.personId === person.id ? words.you : assigned.name}</>;
}
