/** Name, language and appearance; another e-mail address. */
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { SelectField } from '../../parts/choices.tsx';
import { RadioField, TextField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { showToast } from '../../parts/toast.tsx';
import { THEMES, type Theme, usePreferences } from '../../shell/preferences.tsx';
import { useMe, useRefreshMe } from '../../shell/session.ts';
import { LANGUAGES, type Language } from '../../texts/format.ts';

export default function Profile() {
  const { texts } = usePreferences();
  return (
    <Page title={texts.account.profile.title} reading>
      <Person />
      <Appearance />
      <EmailAddress />
    </Page>
  );
}

function Person() {
  const { texts, setLanguage } = usePreferences();
  const words = texts.account.profile;
  const { person } = useMe();
  const refresh = useRefreshMe();
  const [name, setName] = useState(person.name);
  const [language, chooseLanguage] = useState<Language>(person.language);
  const save = useAction(
    () => request('PUT /api/account/profile', { body: { name: name.trim(), language } }),
    {
      onDone: async () => {
        await setLanguage(language);
        await refresh();
        showToast({ text: words.saved });
      },
    },
  );
  const languages = LANGUAGES.map((id) => ({ id, label: texts.frame.language[id] }));
  return (
    <Form refusal={save.refusal} onSubmit={() => save.run(undefined)}>
      <TextField
        name="name"
        label={texts.account.fields.name}
        autoComplete="name"
        value={name}
        onChange={setName}
      />
      <SelectField
        name="language"
        label={texts.frame.language.label}
        help={words.languageHelp}
        options={languages}
        value={language}
        onChange={(chosen) => chooseLanguage(chosen as Language)}
      />
      <FormSubmit action={save} verb={words.save} />
    </Form>
  );
}

/** Kept in this browser, and at once. */
function Appearance() {
  const { texts, theme, setTheme } = usePreferences();
  const words = texts.frame.theme;
  return (
    <RadioField
      name="theme"
      label={words.label}
      options={THEMES.map((id) => ({ id, label: words[id] }))}
      value={theme}
      onChange={(chosen) => setTheme(chosen as Theme)}
    />
  );
}

function EmailAddress() {
  const { texts } = usePreferences();
  const words = texts.account.profile;
  const { person } = useMe();
  const [email, setEmail] = useState(person.email);
  const ask = useAction(() => request('POST /api/account/email/ask', { body: { email: email.trim() } }), {
    onDone: () => showToast({ text: words.emailSent(email.trim()) }),
  });
  return (
    <Section title={words.email}>
      <Form refusal={ask.refusal} onSubmit={() => ask.run(undefined)}>
        <TextField
          name="email"
          label={words.email}
          help={words.emailHelp}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
        />
        <FormSubmit
          action={ask}
          verb={words.emailChange}
          tone="plain"
          isDisabled={email.trim() === person.email}
        />
      </Form>
    </Section>
  );
}
