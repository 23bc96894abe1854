/** A guide's calendar in other programs: the feed that we publish, and the calendar that we read. */
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, useAction } from '../../api/queries.ts';
import { Button, SubmitButton } from '../../parts/button.tsx';
import { CodeSample } from '../../parts/copy.tsx';
import { ConfirmButton, ConfirmDialog } from '../../parts/dialog.tsx';
import { Fact } from '../../parts/facts.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Note } from '../../parts/states.tsx';
import { dayText, When } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import {
  type CalendarSettingsData,
  endFeed,
  endStudioFeed,
  importNow,
  isDue,
  makeFeed,
  makeStudioFeed,
  removeImport,
  saveImport,
  studioKey,
} from './own.ts';

/** Of one guide. */
export function GuideFeed({ guideId, madeAt }: { guideId: string; madeAt: string | null }) {
  const here = useHere();
  return (
    <CalendarFeed
      lead={useTexts().studio.calendar.feed.lead}
      madeAt={madeAt}
      make={() => makeFeed(here, guideId)}
      end={() => endFeed(here, guideId)}
      invalidates={[studioKey(here, 'settings', guideId)]}
    />
  );
}

/** Of all guides. */
export function StudioFeed({ madeAt }: { madeAt: string | null }) {
  const here = useHere();
  return (
    <CalendarFeed
      lead={useTexts().studio.calendar.feed.leadOfAll}
      madeAt={madeAt}
      make={() => makeStudioFeed(here)}
      end={() => endStudioFeed(here)}
      invalidates={[studioKey(here, 'feed')]}
    />
  );
}

interface FeedProps {
  readonly lead: string;
  /** Null: there is no address. */
  readonly madeAt: string | null;
  /** An address in place of the one before. */
  readonly make: () => Promise<{ readonly url: string }>;
  readonly end: () => Promise<unknown>;
  readonly invalidates: readonly QueryKey[];
}

function CalendarFeed({ lead, madeAt, invalidates, ...acts }: FeedProps) {
  const words = useTexts().studio.calendar.feed;
  const [isAsking, setAsking] = useState<'new' | 'end'>();
  const make = useAction(acts.make, { invalidates });
  const end = useAction(acts.end, { invalidates, onDone: () => make.reset() });
  return (
    <div className="stack">
      <p className="soft">{lead}</p>
      {make.answer && (
        <Note tone="good">
          <p>{words.once}</p>
          <CodeSample code={make.answer.url} label={words.address} />
        </Note>
      )}
      {madeAt === null ? (
        <div>
          <Button isPending={make.isRunning} onPress={() => make.run(undefined)}>
            {words.make}
          </Button>
        </div>
      ) : (
        <div className="row">
          <span>
            {words.madeAt} <When at={madeAt} />
          </span>
          <Button onPress={() => setAsking('new')}>{words.makeNew}</Button>
          <Button tone="danger" onPress={() => setAsking('end')}>
            {words.end}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={isAsking === 'end' ? words.end : words.makeNew}
        consequence={words.consequence}
        verb={isAsking === 'end' ? words.end : words.makeNew}
        tone="danger"
        isOpen={isAsking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={() => (isAsking === 'end' ? end.runAsync(undefined) : make.runAsync(undefined))}
      />
    </div>
  );
}

interface ImportProps {
  readonly guideId: string;
  readonly settings: CalendarSettingsData;
}

export function CalendarImport({ guideId, settings }: ImportProps) {
  const words = useTexts().studio.calendar.import;
  const here = useHere();
  const [url, setUrl] = useState('');
  const invalidates = [
    studioKey(here, 'settings', guideId),
    studioKey(here, 'calendars'),
    keyOf(here, 'getGuide', { guideId }),
  ];
  const save = useAction(() => saveImport(here, guideId, url), { invalidates, onDone: () => setUrl('') });
  return (
    <div className="stack">
      <p className="soft">{words.lead}</p>
      {settings.import && <ImportState guideId={guideId} settings={settings} invalidates={invalidates} />}
      <Form refusal={save.refusal} onSubmit={() => save.run(undefined)}>
        <TextField
          name="url"
          type="url"
          label={settings.import ? words.otherAddress : words.address}
          help={words.help}
          maxLength={2_048}
          autoComplete="off"
          value={url}
          onChange={setUrl}
        />
        <div>
          <SubmitButton action={save} verb={words.save} tone="plain" />
        </div>
      </Form>
    </div>
  );
}

function ImportState({
  guideId,
  settings,
  invalidates,
}: ImportProps & { invalidates: readonly (readonly unknown[])[] }) {
  const words = useTexts().studio.calendar.import;
  const locale = useLocaleTag();
  const here = useHere();
  const run = useAction(() => importNow(here, guideId), { invalidates });
  const plan = settings.import!;
  const isReading = isDue(settings);
  return (
    <>
      <dl className="facts">
        <Fact name={words.from} value={plan.host} />
        <Fact name={words.last} value={plan.lastImportAt ? <When at={plan.lastImportAt} /> : words.never} />
        <Fact name={words.next} value={isReading ? words.reading : <When at={plan.nextImportAt} />} />
        <Fact name={words.days} value={words.ranges(plan.days.length)} />
      </dl>
      {plan.error && (
        <Note tone="warning">
          <strong>{words.failed}</strong> {words.errors[plan.error]} {words.kept}
        </Note>
      )}
      {plan.bookedDays.length > 0 && (
        <Note tone="warning">
          {words.booked} {plan.bookedDays.map((day) => dayText(day, locale)).join(', ')}.
        </Note>
      )}
      <div className="row">
        <Button isPending={isReading} onPress={() => run.run(undefined)}>
          {isReading ? words.reading : words.now}
        </Button>
        <ConfirmButton
          look="danger"
          title={words.remove}
          consequence={words.consequence}
          verb={words.remove}
          tone="danger"
          onConfirm={async () => {
            await removeImport(here, guideId);
            await Promise.all(invalidates.map(() => run.reset()));
          }}
        />
      </div>
    </>
  );
}
