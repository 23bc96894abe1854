/** A shortlist as a page for the agency's customer: a link that shows no prices, and those that were shared before. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Place, request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import type { Answer } from '../../api/routes.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/choices.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { ConfirmButton, Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextAreaField, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/time.tsx';
import { useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useMayTrade } from './data.ts';
import { guestsIn, tripIn } from './found-trip.ts';
import { useOnceKey } from './once-key.ts';

const LIST = 'GET /api/{company}/{world}/console/shortlists';
type Shared = Answer<typeof LIST>['list'][number];

/** How long a link works, in days. */
const LIFETIMES = [7, 14, 30, 90];

const keyOf = ({ company, world }: Place) => [company, world, 'shortlists'];
const placeOf = ({ company, world }: Place) => ({ company, world });

interface ShareProps {
  readonly guideIds: readonly string[];
}

export function ShareButton({ guideIds }: ShareProps) {
  const words = useTexts().trade.find.share;
  const mayTrade = useMayTrade();
  const [isOpen, setOpen] = useState(false);
  const [shared, setShared] = useState<Shared>();
  if (!mayTrade || guideIds.length === 0) return null;
  return (
    <>
      <Button tone="main" icon="link" onPress={() => setOpen(true)}>
        {words.verb}
      </Button>
      {isOpen && <ShareForm guideIds={guideIds} onClose={() => setOpen(false)} onShared={setShared} />}
      {shared && <SharedDialog shared={shared} onClose={() => setShared(undefined)} />}
    </>
  );
}

interface FormProps extends ShareProps {
  readonly onClose: () => void;
  readonly onShared: (shared: Shared) => void;
}

function ShareForm({ guideIds, onClose, onShared }: FormProps) {
  const here = useHere();
  const words = useTexts().trade.find.share;
  const [filters] = useFilters();
  const once = useOnceKey();
  const [title, setTitle] = useState('');
  const [note, setNote] = useState('');
  const [days, setDays] = useState('14');
  const trip = tripIn(filters);
  const guestCount = guestsIn(filters);
  const body = {
    ...{ title, guideIds: [...guideIds], days: Number(days) },
    ...(note.trim() !== '' && { note }),
    ...(trip && { from: filters.from as string, to: filters.to as string }),
    ...(guestCount && { guestCount }),
  };
  const share = useAction(
    () =>
      once.use((idempotencyKey) =>
        request('POST /api/{company}/{world}/console/shortlists', {
          params: placeOf(here),
          body,
          idempotencyKey,
        }),
      ),
    {
      invalidates: [keyOf(here)],
      onDone: (shared) => {
        onClose();
        onShared(shared);
      },
    },
  );
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Form refusal={share.refusal} onSubmit={() => share.run(undefined)}>
        <p className="soft">{words.consequence}</p>
        <TextField
          name="title"
          label={words.heading}
          help={words.headingHelp}
          value={title}
          onChange={setTitle}
          maxLength={80}
          autoFocus
        />
        <TextAreaField
          name="note"
          label={words.note}
          isOptional
          value={note}
          onChange={setNote}
          maxLength={1_000}
        />
        <SelectField
          name="days"
          label={words.lifetime}
          options={LIFETIMES.map((count) => ({ id: String(count), label: words.days(count) }))}
          value={days}
          onChange={setDays}
        />
        <DialogSubmit action={share} verb={words.make} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function SharedDialog({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const words = useTexts().trade.find.share;
  return (
    <Dialog title={words.done} isOpen onClose={onClose} isThrowaway>
      <p>{words.doneText}</p>
      <p className="shared-link">
        <a href={shared.url} target="_blank" rel="noreferrer">
          {shared.url}
        </a>
      </p>
      <div className="row">
        <CopyButton text={shared.url} what={words.link} labelled />
        {'share' in navigator && (
          <Button
            icon="upload"
            onPress={() =>
              void navigator.share({ title: shared.title, url: shared.url }).catch(() => undefined)
            }
          >
            {words.send}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** What the agency shares at present. */
export function SharedShortlists() {
  const here = useHere();
  const words = useTexts().trade.find.share;
  const { data } = useQuery<Answer<typeof LIST>, Refusal>({
    queryKey: keyOf(here),
    queryFn: ({ signal }) => request(LIST, { params: placeOf(here), signal }),
    enabled: here.may('orders.read'),
  });
  if (!data || data.list.length === 0) return null;
  return (
    <Section title={words.shared}>
      <ul className="card plain-rows">
        {data.list.map((shared) => (
          <SharedRow key={shared.shortlistId} shared={shared} />
        ))}
      </ul>
    </Section>
  );
}

function SharedRow({ shared }: { shared: Shared }) {
  const here = useHere();
  const words = useTexts().trade.find;
  const mayTrade = useMayTrade();
  const client = useQueryClient();
  const { shortlistId, title, guides, url, expiresAt } = shared;
  const end = async () => {
    const params = { ...placeOf(here), shortlistId };
    await request('DELETE /api/{company}/{world}/console/shortlists/{shortlistId}', { params });
    await client.invalidateQueries({ queryKey: keyOf(here) });
  };
  return (
    <li className="row row-between">
      <span>
        <a href={url} target="_blank" rel="noreferrer">
          {title}
        </a>{' '}
        <span className="soft">
          · {words.found(guides)} · {words.share.until} <When at={expiresAt} isExact />
        </span>
      </span>
      <span className="row">
        <CopyButton text={url} small what={words.share.link} />
        {mayTrade && (
          <ConfirmButton
            small
            label={words.share.end}
            title={words.share.endTitle(title)}
            consequence={words.share.endConsequence}
            verb={words.share.endVerb}
            onConfirm={end}
          />
        )}
      </span>
    </li>
  );
}
