/** Passkeys: added under a name, removed by a question. */

import { startRegistration } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasskeysAnswer } from '../../../../server/schemas/account.ts';
import { request } from '../../api/client.ts';
import { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton, Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useRefreshMe } from '../../shell/session.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import './security.css';

type Passkey = PasskeysAnswer['passkeys'][number];

const KEY = ['passkeys'];

export function PasskeySection() {
  const words = useTexts().account.security.passkeys;
  const list = useQuery<PasskeysAnswer, Refusal>({
    queryKey: KEY,
    queryFn: () => request('GET /api/account/passkeys'),
  });
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Section
      title={words.title}
      aside={
        <Button icon="plus" onPress={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      <p className="soft">{words.lead}</p>
      {list.error && <ErrorState refusal={list.error} onRetry={list.refetch} />}
      {list.isPending && <Skeleton lines={2} />}
      {list.data?.passkeys.length === 0 && <p>{words.empty}</p>}
      {list.data && list.data.passkeys.length > 0 && (
        <ul className="own-list">
          {list.data.passkeys.map((passkey) => (
            <OnePasskey key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <Dialog title={words.addTitle} isOpen={isAdding} onClose={() => setAdding(false)}>
        <NewPasskey
          onDone={(recoveryCodes) => {
            setAdding(false);
            if (recoveryCodes) setCodes(recoveryCodes);
          }}
        />
      </Dialog>
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}

/** After a change both the list and what the account has are old. */
function useChanged(): () => Promise<void> {
  const client = useQueryClient();
  const refresh = useRefreshMe();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: KEY }), refresh()]);
  };
}

function OnePasskey({ passkey }: { passkey: Passkey }) {
  const words = useTexts().account.security.passkeys;
  const changed = useChanged();
  const remove = async () => {
    await request('POST /api/account/passkeys/{passkeyId}/remove', { params: { passkeyId: passkey.id } });
    await changed();
  };
  return (
    <li>
      <strong>{passkey.name}</strong>
      <span className="soft">
        {words.made} <When at={passkey.createdAt} />
      </span>
      <span className="soft">
        {passkey.lastUsedAt === null ? (
          words.never
        ) : (
          <>
            {words.used} <When at={passkey.lastUsedAt} />
          </>
        )}
      </span>
      <ConfirmButton
        small
        label={words.remove}
        title={words.removeTitle(passkey.name)}
        consequence={words.removeConsequence}
        verb={words.removeVerb}
        tone="danger"
        onConfirm={remove}
      />
    </li>
  );
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

function NewPasskey({ onDone }: { onDone: (recoveryCodes: readonly string[] | null) => void }) {
  const words = useTexts().account.security.passkeys;
  const changed = useChanged();
  const [name, setName] = useState('');
  const add = useAction(
    async () => {
      const { options } = await request('POST /api/account/passkeys/options');
      const response = await askBrowser(options as unknown as CreationOptions, words.notAdded);
      return request('POST /api/account/passkeys', {
        body: {
          name: name.trim(),
          response: response as never,
        },
      });
    },
    {
      onDone: async ({ recoveryCodes }) => {
        onDone(recoveryCodes);
        showToast({ text: words.added });
        await changed();
      },
    },
  );
  return (
    <Form refusal={add.refusal} onSubmit={() => add.run(undefined)}>
      <TextField
        name="name"
        label={words.name}
        help={words.nameHelp}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
      />
      <DialogSubmit action={add} verb={words.addVerb} />
    </Form>
  );
}

/** What browsers throw is for programmers. */
async function askBrowser(optionsJSON: CreationOptions, sentence: string) {
  try {
    return await startRegistration({ optionsJSON });
  } catch (cause) {
    throw new Refusal(sentence, { cause });
  }
}
