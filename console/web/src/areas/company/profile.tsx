/** What the company is called and where, its two merchants, and where their people read of trouble. */

import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Fact } from '../../parts/facts.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ErrorState, Note, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere, useRefreshMe } from '../../shell/session.ts';
import { displayNames } from '../../texts/format.ts';
import { CountryField } from '../account/country-field.tsx';
import { type Profile, type ProfileMerchant, profileKey, useProfile } from './data.ts';

export default function ProfilePage() {
  const texts = useTexts();
  const words = texts.company.profile;
  const { company, may } = useHere();
  const { data, error, refetch } = useProfile(company);
  return (
    <Page
      title={words.title}
      lead={data && `${texts.account.kinds[data.kind].label}. ${texts.account.kinds[data.kind].help}`}
      reading
    >
      {error && <ErrorState refusal={error} onRetry={refetch} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && (
        <div className="stack-l">
          {may('company.write') ? <Names profile={data} /> : <Facts profile={data} />}
          <Merchant world="sandbox" merchant={data.sandbox} />
          {data.live ? <Merchant world="live" merchant={data.live} /> : <NotLive />}
        </div>
      )}
    </Page>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const words = useTexts().company.profile;
  const countries = displayNames(useLocaleTag(), { type: 'region' });
  return (
    <dl className="facts">
      <Fact name={words.name} value={profile.name} />
      <Fact name={words.country} value={countries.of(profile.country)} />
      <Fact name={words.registered} value={<When at={profile.registeredAt} isExact />} />
    </dl>
  );
}

function Names({ profile }: { profile: Profile }) {
  const words = useTexts().company.profile;
  const { company } = useHere();
  const refresh = useRefreshMe();
  const [name, setName] = useState(profile.name);
  const [country, setCountry] = useState(profile.country);
  const save = useAction(
    () =>
      request('PUT /api/{company}/console/profile', {
        params: { company },
        body: { name: name.trim(), country },
      }),
    {
      invalidates: [profileKey(company)],
      onDone: async () => {
        await refresh();
        showToast({ text: words.saved });
      },
    },
  );
  return (
    <Form refusal={save.refusal} onSubmit={() => save.run(undefined)}>
      <TextField
        name="name"
        label={words.name}
        help={words.nameHelp}
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <CountryField
        name="country"
        label={words.country}
        help={profile.live ? words.countryVerified : words.countryHelp}
        isDisabled={profile.live !== null}
        value={country}
        onChange={setCountry}
      />
      <FormSubmit action={save} verb={words.save} />
    </Form>
  );
}

function NotLive() {
  const texts = useTexts();
  const words = texts.company.profile;
  const { company, world, may } = useHere();
  return (
    <Section title={texts.frame.world.live}>
      <Note>{words.notLive}</Note>
      {may('verification.write') && (
        <div>
          <ButtonLink to={`/${company}/${world}/company/verification`} tone="main">
            {words.verify}
          </ButtonLink>
        </div>
      )}
    </Section>
  );
}

function Merchant({ world, merchant }: { world: 'live' | 'sandbox'; merchant: ProfileMerchant }) {
  const texts = useTexts();
  const words = texts.company.profile;
  const { may } = useHere();
  return (
    <Section
      title={texts.frame.world[world]}
      aside={<StateBadge state={merchant.status === 'active' ? 'active' : 'suspended'} />}
    >
      <dl className="facts">
        <Fact name={words.merchantKey} value={<ShortId id={merchant.key} />} />
        <Fact name={words.merchantName} value={merchant.name} />
        <Fact name={words.contact} value={!may('company.write') && (merchant.contactEmail ?? words.nobody)} />
      </dl>
      {may('company.write') && <Contact world={world} merchant={merchant} />}
    </Section>
  );
}

function Contact({ world, merchant }: { world: 'live' | 'sandbox'; merchant: ProfileMerchant }) {
  const words = useTexts().company.profile;
  const { company } = useHere();
  const [email, setEmail] = useState(merchant.contactEmail ?? '');
  const save = useAction(
    () =>
      request('PUT /api/{company}/{world}/console/contact', {
        params: { company, world },
        body: { email: email.trim() === '' ? null : email.trim() },
      }),
    { invalidates: [profileKey(company)], onDone: () => showToast({ text: words.saved }) },
  );
  return (
    <Form refusal={save.refusal} onSubmit={() => save.run(undefined)}>
      <TextField
        name="email"
        type="email"
        label={words.contact}
        help={words.contactHelp}
        isOptional
        maxLength={254}
        value={email}
        onChange={setEmail}
      />
      <FormSubmit action={save} verb={words.save} tone="plain" />
    </Form>
  );
}
