/** One guide's month, week or day, the days on which the guide works, and other calendars. */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { WEEKDAYS } from '../../../../../domain/weekday.ts';
import { call } from '../../api/client.ts';
import { keyOf, useAction, useOperation } from '../../api/queries.ts';
import { ButtonLink, SubmitButton } from '../../parts/button.tsx';
import { CheckboxGroup, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import { CalendarImport, GuideFeed } from './calendar-links.tsx';
import type { GuideDetail } from './draft.ts';
import { Legend } from './mark-shape.tsx';
import { MonthGrid } from './month.tsx';
import { Overview } from './overview.tsx';
import { studioKey, useCalendarSettings, useStudioCalendars } from './own.ts';
import { CalendarBar, useCalendarView } from './view.tsx';
import './calendar.css';
import './guides.css';

export default function GuideCalendarPage() {
  const texts = useTexts();
  const words = texts.studio.calendar;
  const here = useHere();
  const address = useAddress();
  const guideId = useParam('guideId');
  const shown = useCalendarView();
  const { view, days } = shown;
  const filter = { guideId, from: days[0], to: days.at(-1) };
  const { data, error, refetch } = useStudioCalendars(here, filter);
  const settings = useCalendarSettings(here, guideId);
  const calendar = data?.list[0];
  const guides = { title: texts.studio.guides.title, to: address('/guides') };
  const guide = { title: calendar?.name ?? guideId, to: address(`/guides/${guideId}`) };
  return (
    <Page
      title={words.titleOf(calendar?.name ?? guideId)}
      crumbs={[guides, guide]}
      actions={<ButtonLink to={guide.to}>{words.toGuide}</ButtonLink>}
    >
      <CalendarBar calendar={shown} />
      <Awaited query={{ data, error, refetch }} lines={12} />
      {data && !calendar && <EmptyState icon="search" title={texts.studio.guides.noneFound} />}
      {calendar && view === 'month' && <MonthGrid calendar={calendar} days={days} />}
      {calendar && view !== 'month' && <Overview rows={[calendar]} shown={shown} />}
      <Legend />
      <div className="stack-l reading month-settings">
        <WorkingDays guideId={guideId} />
        <Section title={words.feed.title}>
          {settings.error && <ErrorState refusal={settings.error} />}
          {settings.data && <GuideFeed guideId={guideId} madeAt={settings.data.feedMadeAt} />}
        </Section>
        <Section title={words.import.title}>
          {settings.data && <CalendarImport guideId={guideId} settings={settings.data} />}
        </Section>
      </div>
    </Page>
  );
}

function WorkingDays({ guideId }: { guideId: string }) {
  const words = useTexts().studio.calendar;
  const here = useHere();
  const { data } = useOperation(here, 'getGuide', { params: { guideId } });
  return (
    <Section title={words.working.title}>
      {data ? <WorkingForm key={data.version} guide={data} /> : <Skeleton lines={2} />}
    </Section>
  );
}

function WorkingForm({ guide }: { guide: GuideDetail }) {
  const texts = useTexts();
  const words = texts.studio.calendar.working;
  const here = useHere();
  const client = useQueryClient();
  const { guideId } = guide;
  const [restDays, setRestDays] = useState<readonly string[]>(guide.restDays);
  const [country, setCountry] = useState(guide.holidays?.country ?? '');
  const [region, setRegion] = useState(guide.holidays?.region ?? '');
  const save = useAction(
    async () => {
      const holidays = country === '' ? null : { country, ...(region !== '' && { region }) };
      const body = { restDays: restDays as GuideDetail['restDays'], holidays };
      await call(here, 'setGuideAvailability', { params: { guideId }, body, ifMatch: `"${guide.version}"` });
    },
    {
      invalidates: [studioKey(here, 'calendars')],
      onDone: () => {
        showToast({ text: words.saved });
        void client.invalidateQueries({ queryKey: keyOf(here, 'getGuide') });
      },
    },
  );
  const labels = texts.studio.editor.weekdays;
  return (
    <Form refusal={save.refusal} onSubmit={() => save.run(undefined)}>
      <CheckboxGroup
        name="restDays"
        label={words.restDays}
        isOptional
        options={WEEKDAYS.map((id) => ({ id, label: labels[id] }))}
        value={restDays}
        onChange={setRestDays}
      />
      <div className="fields">
        <TextField
          name="holidays.country"
          label={words.country}
          help={words.countryHelp}
          isOptional
          maxLength={2}
          value={country}
          onChange={(text) => setCountry(text.toUpperCase())}
        />
        <TextField
          name="holidays.region"
          label={words.region}
          isOptional
          maxLength={3}
          value={region}
          onChange={(text) => setRegion(text.toUpperCase())}
        />
      </div>
      <div>
        <SubmitButton action={save} verb={words.save} tone="plain" />
      </div>
    </Form>
  );
}
