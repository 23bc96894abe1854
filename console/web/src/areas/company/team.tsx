/** Who works here and what they may, who is invited, and whether everybody needs a second factor. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayGrant } from '../../../../../domain/console-roles.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { Checkbox } from '../../parts/fields.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useRefreshMe } from '../../shell/session.ts';
import { Invitations, InviteDialog } from './invitations.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { type Member, type Team, teamKey } from './team-data.ts';

export default function TeamPage() {
  const words = useTexts().company.team;
  const { company, may } = useHere();
  const [isInviting, setInviting] = useState(false);
  const { data, error, refetch } = useQuery<Team, Refusal>({
    queryKey: teamKey(company),
    queryFn: () => request('GET /api/{company}/console/team', { params: { company } }),
  });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        may('team.write') && (
          <Button tone="main" icon="plus" onPress={() => setInviting(true)}>
            {words.invite}
          </Button>
        )
      }
    >
      <Members team={data} error={error} refetch={refetch} />
      {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
      {data && <Rules needsSecondFactor={data.needsSecondFactor} />}
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </Page>
  );
}

interface MembersProps {
  readonly team: Team | undefined;
  readonly error: Refusal | null;
  readonly refetch: () => unknown;
}

function Members({ team, error, refetch }: MembersProps) {
  const texts = useTexts();
  const words = texts.company.team;
  const [changing, setChanging] = useState<Member>();
  const [leaving, setLeaving] = useState<Member>();
  const columns: Column<Member>[] = [
    {
      id: 'name',
      title: words.columns.name,
      sortBy: ({ name }) => name,
      cell: ({ name, email, isYou }) => (
        <>
          <strong>{name}</strong>
          {isYou && <span className="soft"> ({words.you})</span>}
          <br />
          <span className="soft breaks">{email}</span>
        </>
      ),
    },
    { id: 'role', title: words.columns.role, cell: ({ role }) => texts.account.roles[role] },
    {
      id: 'factor',
      title: words.columns.factor,
      wideOnly: true,
      cell: ({ hasSecondFactor }) => (
        <StateBadge
          state={hasSecondFactor ? 'active' : 'none'}
          word={hasSecondFactor ? words.hasFactor : words.noFactor}
        />
      ),
    },
    {
      id: 'since',
      title: words.columns.since,
      wideOnly: true,
      cell: ({ joinedAt }) => <When at={joinedAt} />,
    },
    {
      id: 'do',
      title: words.columns.do,
      cell: (member) => <MemberButtons member={member} onChange={setChanging} onRemove={setLeaving} />,
    },
  ];
  return (
    <>
      <DataTable
        label={words.title}
        columns={columns}
        rows={team?.members}
        keyOf={({ personId }) => String(personId)}
        error={error}
        refetch={refetch}
        empty={null}
      />
      {changing && <RoleDialog member={changing} onClose={() => setChanging(undefined)} />}
      {leaving && <RemoveDialog member={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

interface ButtonsProps {
  readonly member: Member;
  readonly onChange: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
}

function MemberButtons({ member, onChange, onRemove }: ButtonsProps) {
  const words = useTexts().company.team;
  const { role, may } = useHere();
  const isTheirs = may('team.write') && mayGrant(role, member.role);
  return (
    <div className="row">
      {isTheirs && (
        <Button small onPress={() => onChange(member)}>
          {words.changeRole}
          <span className="hidden"> {member.name}</span>
        </Button>
      )}
      {(isTheirs || member.isYou) && (
        <Button
          small
          tone="quiet"
          label={member.isYou ? words.leave : words.removeWho(member.name)}
          onPress={() => onRemove(member)}
        >
          {member.isYou ? words.leave : words.remove}
        </Button>
      )}
    </div>
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const words = useTexts().company.team;
  const { company } = useHere();
  const { isYou, personId, name } = member;
  const remove = useAction(
    () =>
      isYou
        ? request('POST /api/{company}/console/team/leave', { params: { company } })
        : request('POST /api/{company}/console/team/members/{personId}/remove', {
            params: { company, personId },
          }),
    {
      invalidates: [teamKey(company)],
      onDone: () => {
        if (isYou) window.location.assign('/');
      },
    },
  );
  return (
    <ConfirmDialog
      title={isYou ? words.leaveTitle : words.removeTitle(name)}
      consequence={isYou ? words.leaveConsequence : words.removeConsequence}
      verb={isYou ? words.leave : words.remove}
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={() => remove.runAsync(undefined)}
    />
  );
}

/** The owner's to decide. */
function Rules({ needsSecondFactor }: { needsSecondFactor: boolean }) {
  const words = useTexts().company.team;
  const { company, may } = useHere();
  const refresh = useRefreshMe();
  const change = useAction(
    (demanded: boolean) =>
      request('PUT /api/{company}/console/team/needs-second-factor', {
        params: { company },
        body: { needsSecondFactor: demanded },
      }),
    {
      invalidates: [teamKey(company)],
      onDone: async () => {
        await refresh();
        showToast({ text: words.rulesSaved });
      },
    },
  );
  return (
    <Section title={words.rules}>
      {change.refusal && <ErrorState refusal={change.refusal} />}
      <p className="soft">{words.rulesConsequence}</p>
      <Checkbox
        name="needsSecondFactor"
        label={words.needsFactor}
        isSelected={needsSecondFactor}
        isDisabled={!may('team.rules') || change.isRunning}
        onChange={(demanded) => change.run(demanded)}
      />
    </Section>
  );
}
