/** People who were asked in and have not come yet. */
import { useState } from 'react';
import type { CompanyRole } from '../../../../../domain/console-roles.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { RoleField } from './role-dialog.tsx';
import { type Invitation, teamKey } from './team-data.ts';

export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const texts = useTexts();
  const words = texts.company.team;
  const { company, may } = useHere();
  const act = useAction(
    ({ id, what }: { id: number; what: 'resend' | 'revoke' }) =>
      request(`POST /api/{company}/console/team/invitations/{invitationId}/${what}`, {
        params: { company, invitationId: id },
      }),
    {
      invalidates: [teamKey(company)],
      onDone: (_, { what }) => showToast({ text: words.invitationDone[what] }),
    },
  );
  const columns: Column<Invitation>[] = [
    { id: 'email', title: words.columns.email, cell: ({ email }) => email },
    { id: 'role', title: words.columns.role, cell: ({ role }) => texts.account.roles[role] },
    { id: 'by', title: words.columns.invitedBy, wideOnly: true, cell: ({ invitedBy }) => invitedBy },
    {
      id: 'until',
      title: words.columns.until,
      wideOnly: true,
      cell: ({ expiresAt }) => <When at={expiresAt} />,
    },
    {
      id: 'do',
      title: words.columns.do,
      cell: ({ id, email }) =>
        may('team.write') && (
          <div className="row">
            <Button
              small
              label={`${words.resend}: ${email}`}
              isDisabled={act.isRunning}
              onPress={() => act.run({ id, what: 'resend' })}
            >
              {words.resend}
            </Button>
            <Button
              small
              tone="quiet"
              label={`${words.revoke}: ${email}`}
              isDisabled={act.isRunning}
              onPress={() => act.run({ id, what: 'revoke' })}
            >
              {words.revoke}
            </Button>
          </div>
        ),
    },
  ];
  return (
    <Section title={words.invited}>
      {act.refusal && <ErrorState refusal={act.refusal} />}
      <DataTable
        label={words.invited}
        columns={columns}
        rows={invitations}
        keyOf={({ id }) => String(id)}
        empty={null}
      />
    </Section>
  );
}

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useTexts().company.team;
  const { company } = useHere();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<CompanyRole>('operations');
  const invite = useAction(
    () =>
      request('POST /api/{company}/console/team/invitations', {
        params: { company },
        body: { email: email.trim(), role },
      }),
    {
      invalidates: [teamKey(company)],
      onDone: () => {
        showToast({ text: words.inviteSent(email.trim()) });
        setEmail('');
        onClose();
      },
    },
  );
  const close = () => {
    invite.reset();
    onClose();
  };
  return (
    <Dialog title={words.inviteTitle} isOpen={isOpen} onClose={close}>
      <Form refusal={invite.refusal} onSubmit={() => invite.run(undefined)}>
        <p className="soft">{words.inviteConsequence}</p>
        <TextField
          name="email"
          type="email"
          label={words.columns.email}
          maxLength={254}
          value={email}
          onChange={setEmail}
          autoFocus
        />
        <RoleField value={role} onChange={setRole} />
        <DialogSubmit action={invite} verb={words.inviteVerb} />
      </Form>
    </Dialog>
  );
}
