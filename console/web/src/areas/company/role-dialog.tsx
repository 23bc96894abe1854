/** Changes somebody's role; what each role may do is beside it. */
import { useState } from 'react';
import { COMPANY_ROLES, type CompanyRole, mayGrant } from '../../../../../domain/console-roles.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { RadioField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useRefreshMe } from '../../shell/session.ts';
import { type Member, teamKey } from './team-data.ts';

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const words = useTexts().company.team;
  const { company } = useHere();
  const refresh = useRefreshMe();
  const [role, setRole] = useState<CompanyRole>(member.role);
  const change = useAction(
    () =>
      request('PUT /api/{company}/console/team/members/{personId}', {
        params: { company, personId: member.personId },
        body: { role },
      }),
    {
      invalidates: [teamKey(company)],
      onDone: async () => {
        if (member.isYou) await refresh();
      },
    },
  );
  return (
    <ConfirmDialog
      title={words.changeRoleOf(member.name)}
      consequence={words.roleConsequence}
      verb={words.changeRole}
      isOpen
      onClose={onClose}
      onConfirm={() => change.runAsync(undefined)}
    >
      <RoleField value={role} onChange={setRole} />
    </ConfirmDialog>
  );
}

/** The roles that one may give. */
export function RoleField({
  value,
  onChange,
}: {
  value: CompanyRole;
  onChange: (role: CompanyRole) => void;
}) {
  const { account, company } = useTexts();
  const { role } = useHere();
  const options = COMPANY_ROLES.filter((one) => mayGrant(role, one)).map((id) => ({
    id,
    label: account.roles[id],
    help: company.team.roleHelp[id],
  }));
  return (
    <RadioField
      name="role"
      label={company.team.columns.role}
      options={options}
      value={value}
      onChange={(chosen) => onChange(chosen as CompanyRole)}
    />
  );
}
