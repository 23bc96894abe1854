/** Who sees and books the guides that are for partners only. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { keyOf, useAction, useOperation } from '../../api/queries.ts';
import type { Schema } from '../../api/types.ts';
import { Button, SubmitButton } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

type Partner = Schema<'Partner'>;

export default function PartnersPage() {
  const words = useTexts().studio.partners;
  const here = useHere();
  const [ending, setEnding] = useState<Partner>();
  const { data, error, refetch } = useOperation(here, 'listPartners');
  const invalidates = [keyOf(here, 'listPartners')];
  const end = useAction((merchantKey: string) => call(here, 'unlinkPartner', { params: { merchantKey } }), {
    invalidates,
    onDone: () => showToast({ text: words.ended }),
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <DataTable<Partner>
        label={words.title}
        columns={[
          { id: 'name', title: words.name, cell: ({ name }) => name, sortBy: ({ name }) => name },
          { id: 'key', title: words.key, cell: ({ merchantKey }) => <ShortId id={merchantKey} /> },
          {
            id: 'since',
            title: words.since,
            cell: ({ linkedAt }) => <When at={linkedAt} />,
            sortBy: ({ linkedAt }) => linkedAt,
          },
          {
            id: 'end',
            title: words.actions,
            cell: (partner) => (
              <Button
                small
                tone="danger"
                label={words.endWith(partner.name)}
                onPress={() => setEnding(partner)}
              >
                {words.end}
              </Button>
            ),
          },
        ]}
        rows={data?.list}
        keyOf={({ merchantKey }) => merchantKey}
        error={error}
        refetch={refetch}
        empty={<EmptyState icon="link" title={words.none} text={words.noneText} />}
      />
      <Section title={words.addTitle}>
        <div className="reading">
          <AddPartner />
        </div>
      </Section>
      <ConfirmDialog
        title={ending ? words.endWith(ending.name) : words.end}
        consequence={words.consequence}
        verb={words.end}
        tone="danger"
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        onConfirm={() => end.runAsync(ending!.merchantKey)}
      />
    </Page>
  );
}

function AddPartner() {
  const words = useTexts().studio.partners;
  const here = useHere();
  const [merchantKey, setKey] = useState('');
  const add = useAction(() => call(here, 'linkPartner', { params: { merchantKey: merchantKey.trim() } }), {
    invalidates: [keyOf(here, 'listPartners')],
    onDone: ({ name }) => {
      setKey('');
      showToast({ text: words.added(name) });
    },
  });
  return (
    <Form refusal={add.refusal} onSubmit={() => add.run(undefined)}>
      <TextField
        name="merchantKey"
        label={words.key}
        help={words.keyHelp}
        isCode
        maxLength={64}
        autoComplete="off"
        value={merchantKey}
        onChange={setKey}
      />
      <p className="soft">{words.addConsequence}</p>
      <div>
        <SubmitButton action={add} verb={words.add} />
      </div>
    </Form>
  );
}
