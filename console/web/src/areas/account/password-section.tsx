/** Another password. */
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { NewPasswordField } from './new-password-field.tsx';

export function PasswordSection() {
  const words = useTexts().account.security.password;
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={words.title}>
      <div>
        <Button onPress={() => setOpen(true)}>{words.change}</Button>
      </div>
      <Dialog title={words.change} isOpen={isOpen} onClose={() => setOpen(false)}>
        <NewPassword onDone={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

function NewPassword({ onDone }: { onDone: () => void }) {
  const texts = useTexts();
  const { fields } = texts.account;
  const words = texts.account.security.password;
  const [oldPassword, setOld] = useState('');
  const [newPassword, setNew] = useState('');
  const change = useAction(
    () => request('POST /api/account/password', { body: { oldPassword, newPassword } }),
    {
      onDone: () => {
        onDone();
        showToast({ text: words.done });
      },
    },
  );
  return (
    <Form refusal={change.refusal} onSubmit={() => change.run(undefined)}>
      <TextField
        name="oldPassword"
        label={fields.oldPassword}
        type="password"
        autoComplete="current-password"
        value={oldPassword}
        onChange={setOld}
        autoFocus
      />
      <NewPasswordField name="newPassword" label={fields.newPassword} value={newPassword} onChange={setNew} />
      <p>{words.consequence}</p>
      <DialogSubmit action={change} verb={words.change} />
    </Form>
  );
}
