/** All merchants; filters are in the address. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  MERCHANT_KINDS,
  MERCHANT_STATUSES,
  type MerchantKind,
  VERIFICATIONS,
} from '../../../../../domain/merchant.ts';
import type { MerchantRow } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/choices.tsx';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../parts/filters.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { merchantPath, OPERATORS, useMay, useOperatorPages } from './data.ts';
import { World } from './search.tsx';
import './operators.css';

const NAMES = ['text', 'kind', 'world', 'status', 'verification'] as const;

export default function Merchants() {
  const words = useTexts().operators.merchants;
  const [filters] = useFilters();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const query = Object.fromEntries(NAMES.map((name) => [name, filters[name]]));
  const merchants = useOperatorPages('GET /api/operator/merchants', query);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        may('operator.merchants.write') && (
          <Button icon="plus" onPress={() => setOpen(true)}>
            {words.register}
          </Button>
        )
      }
    >
      <MerchantFilters />
      <DataTable
        label={words.title}
        {...merchants}
        keyOf={(row) => row.merchantKey}
        to={(row) => merchantPath(row.merchantKey)}
        empty={<EmptyState icon="company" title={words.none} text={words.noneText} />}
        columns={useColumns()}
      />
      <RegisterDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Page>
  );
}

function useColumns() {
  const texts = useTexts().operators;
  const words = texts.merchants;
  type Row = MerchantRow & { createdAt: string };
  return [
    { id: 'name', title: words.name, cell: (row: Row) => row.name },
    { id: 'kind', title: words.kind, wideOnly: true, cell: (row: Row) => texts.kinds[row.kind] },
    { id: 'world', title: words.world, cell: (row: Row) => <World sandbox={row.sandbox} /> },
    { id: 'status', title: words.status, cell: (row: Row) => <StateBadge state={row.status} /> },
    {
      id: 'verification',
      title: words.verification,
      wideOnly: true,
      cell: (row: Row) => <StateBadge state={row.verification} />,
    },
    { id: 'since', title: words.since, wideOnly: true, cell: (row: Row) => <When at={row.createdAt} /> },
  ];
}

function MerchantFilters() {
  const texts = useTexts();
  const words = texts.operators.merchants;
  const { any, kinds, worlds } = texts.operators;
  const states = (ids: readonly (keyof typeof texts.frame.state)[]) =>
    ids.map((id) => ({ id, label: texts.frame.state[id] }));
  return (
    <FilterBar names={NAMES}>
      <FilterText name="text" label={words.text} />
      <FilterSelect name="kind" label={words.kind} any={any} options={kindOptions(kinds)} />
      <FilterSelect name="world" label={words.world} any={any} options={worldOptions(worlds)} />
      <FilterSelect name="status" label={words.status} any={any} options={states(MERCHANT_STATUSES)} />
      <FilterSelect
        name="verification"
        label={words.verification}
        any={any}
        options={states(VERIFICATIONS)}
      />
    </FilterBar>
  );
}

const kindOptions = (words: Readonly<Record<MerchantKind, string>>) =>
  MERCHANT_KINDS.map((id) => ({ id, label: words[id] }));

const worldOptions = (words: Readonly<Record<'live' | 'sandbox', string>>) =>
  (['live', 'sandbox'] as const).map((id) => ({ id, label: words[id] }));

/** As `npm run admin -- register`: for merchants whose people don't register themselves. */
function RegisterDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const texts = useTexts().operators;
  const words = texts.merchants;
  const navigate = useNavigate();
  const [typed, setTyped] = useState({
    name: '',
    kind: 'agency' as MerchantKind,
    country: '',
    world: 'live',
    contactEmail: '',
  });
  const { run, refusal, isRunning } = useAction(
    ({ world, contactEmail, ...rest }: typeof typed) =>
      request('POST /api/operator/merchants', {
        body: {
          ...rest,
          country: rest.country.toUpperCase(),
          sandbox: world === 'sandbox',
          ...(contactEmail && { contactEmail }),
        },
      }),
    {
      invalidates: [OPERATORS],
      onDone: ({ merchantKey }) => void navigate({ to: merchantPath(merchantKey) }),
    },
  );
  const at = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  return (
    <Dialog title={words.register} isOpen={isOpen} onClose={onClose}>
      <Form refusal={refusal} onSubmit={() => run(typed)}>
        <p>{words.registerText}</p>
        <TextField {...at('name')} label={words.name} maxLength={200} />
        <SelectField {...at('kind')} label={words.kind} options={kindOptions(texts.kinds)} />
        <SelectField {...at('world')} label={words.world} options={worldOptions(texts.worlds)} />
        <TextField {...at('country')} label={words.country} maxLength={2} minLength={2} placeholder="PT" />
        <TextField {...at('contactEmail')} type="email" label={words.contact} isOptional />
        <DialogSubmit action={{ isRunning }} verb={words.register} />
      </Form>
    </Dialog>
  );
}
