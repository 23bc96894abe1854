/** An endpoint's address, filter and signature: a new one, or one that is there. */

import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { EVENT_TYPES } from '../../../../../domain/event-types.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import type { Body } from '../../api/types.ts';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { CheckboxGroup, NumberField, RadioField, TextField } from '../../parts/fields.tsx';
import { fieldsOf } from '../../parts/fields-of.ts';
import { Form } from '../../parts/form.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import type { Endpoint, EndpointWithSecret } from './data.ts';

interface EndpointFormProps {
  readonly endpoint?: Endpoint;
  /** The first one without an address: it is filled before another is made. */
  readonly first?: Endpoint | undefined;
  readonly invalidates: readonly QueryKey[];
  readonly onClose: () => void;
  readonly onSaved: (saved: EndpointWithSecret) => void;
}

export function EndpointForm({ endpoint, first, invalidates, onClose, onSaved }: EndpointFormProps) {
  const here = useHere();
  const texts = useTexts();
  const words = texts.developers.endpoints;
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  const put = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const field = fieldsOf(draft, setDraft, words);
  const target = endpoint ?? first;
  const saving = useAction(
    async (): Promise<EndpointWithSecret> => {
      const body = bodyOf(draft) as Body<'createCallbackEndpoint'>;
      if (target === undefined) return call(here, 'createCallbackEndpoint', { body });
      return call(here, 'updateCallbackEndpoint', { params: { endpointId: target.endpointId }, body });
    },
    {
      invalidates,
      onDone: (saved) => {
        onClose();
        onSaved(saved);
      },
    },
  );
  return (
    <Dialog title={endpoint ? words.edit : words.create} isOpen onClose={onClose} wide>
      <Form refusal={saving.refusal} onSubmit={() => saving.run(undefined)}>
        <TextField
          {...field('url')}
          help={words.urlHelp}
          type="url"
          placeholder="https://agency.example/guidepost"
          isCode
          autoFocus
        />
        <TextField {...field('description')} isOptional maxLength={200} />
        <EventChoice draft={draft} put={put} />
        <RadioField
          name="signatureScheme"
          label={words.scheme}
          options={(['v1', 'v1a'] as const).map((id) => ({ id, label: words.schemes[id] }))}
          value={draft.signatureScheme}
          onChange={(scheme) => put({ signatureScheme: scheme as Draft['signatureScheme'] })}
        />
        <NumberField
          {...field('maxPerSecond')}
          help={words.perSecondHelp}
          isOptional
          minValue={1}
          maxValue={1_000}
        />
        <p>{words.saveConsequence}</p>
        <DialogSubmit action={saving} verb={words.save} working={words.saving} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

interface Draft {
  readonly url: string;
  readonly description: string;
  readonly isEverything: boolean;
  readonly eventTypes: readonly string[];
  readonly signatureScheme: Endpoint['signatureScheme'];
  /** NaN: no limit. */
  readonly maxPerSecond: number;
}

function draftOf(endpoint: Endpoint | undefined): Draft {
  const eventTypes = endpoint?.eventTypes ?? ['*'];
  const isEverything = eventTypes.includes('*');
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    isEverything,
    eventTypes: isEverything ? [] : eventTypes,
    signatureScheme: endpoint?.signatureScheme ?? 'v1',
    maxPerSecond: endpoint?.maxPerSecond ?? Number.NaN,
  };
}

function bodyOf({ isEverything, eventTypes, maxPerSecond, ...draft }: Draft) {
  return {
    ...draft,
    eventTypes: isEverything ? ['*'] : [...eventTypes],
    maxPerSecond: Number.isNaN(maxPerSecond) ? null : maxPerSecond,
  };
}

/** Families such as `order.*` that are there already stay as choices. */
function EventChoice({ draft, put }: { draft: Draft; put: (changed: Partial<Draft>) => void }) {
  const words = useTexts().developers.endpoints;
  const types = [...new Set([...draft.eventTypes, ...EVENT_TYPES])];
  return (
    <>
      <RadioField
        name="events"
        label={words.events}
        options={[
          { id: 'all', label: words.everything },
          { id: 'some', label: words.some },
        ]}
        value={draft.isEverything ? 'all' : 'some'}
        onChange={(choice) => put({ isEverything: choice === 'all' })}
      />
      {!draft.isEverything && (
        <CheckboxGroup
          name="eventTypes"
          label={words.eventTypes}
          options={types.map((type) => ({ id: type, label: type }))}
          value={draft.eventTypes}
          onChange={(eventTypes) => put({ eventTypes })}
        />
      )}
    </>
  );
}
