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
import { type Assignee, assignOrder, isOwnCompany } from './note-data.ts';

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

/** Who can have orders: oneself, one's colleagues, nobody. */
export function useAssignees(): readonly {
  readonly id: string;
  readonly label: string;
  readonly to: Assignee;
}[] {
  const { person } = useMe();
  const words = useTexts().trade.assigned;
  const others = useColleagues().filter(({ personId }) => personId !== person.id);
  return [
    { id: 'me', label: words.me, to: { personId: person.id, name: person.name } },
    ...others.map(({ personId, name }) => ({ id: String(personId), label: name, to: { personId, name } })),
    { id: 'nobody', label: words.nobody, to: null },
  ];
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
  const here = useHere();
  const { company, world } = here;
  const texts = useTexts();
  const words = texts.trade.assigned;
  const assigning = useAction((to: Assignee) => assignOrder(here, orderId, to), {
    invalidates: [[company, world, 'trade']],
  });
  const choose = (to: Assignee) =>
    assigning
      .runAsync(to)
      .catch((error) => showToast({ text: sentenceOf(texts, refusalOf(error)), tone: 'warning' }));
  const entries: MenuEntry[] = useAssignees()
    .filter(({ to }) => (to?.personId ?? null) !== now)
    .map(({ to, ...entry }) => ({ ...entry, onAction: () => void choose(to) }));
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
