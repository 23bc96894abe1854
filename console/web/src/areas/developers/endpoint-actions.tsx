/** What can be done with an endpoint: edit, rotate, pause, resume, delete; each says first what it does. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { refusalOf } from '../../api/errors.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { Menu } from '../../parts/menu.tsx';
import { sentenceOf } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import type { Endpoint, EndpointWithSecret } from './data.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { OverlapField } from './key-ends.tsx';

interface ActionsProps {
  readonly endpoint: Endpoint;
  readonly invalidates: readonly QueryKey[];
  readonly onSaved: (saved: EndpointWithSecret) => void;
}

type Action = 'edit' | 'rotate' | 'pause' | 'remove';

export function EndpointActions({ endpoint, invalidates, onSaved }: ActionsProps) {
  const here = useHere();
  const words = useTexts().developers.endpoints;
  const [action, setAction] = useState<Action>();
  const changes = useEndpointChanges(endpoint, invalidates);
  const close = () => setAction(undefined);
  const mayWrite = here.may('endpoints.write');
  const entries = [
    {
      id: 'rotate',
      label: words.rotate,
      onAction: () => setAction('rotate'),
      isDisabled: endpoint.url === null,
    },
    { id: 'remove', label: words.remove, onAction: () => setAction('remove'), isDisabled: endpoint.isFirst },
  ];
  return (
    <>
      {here.may('deliveries.write') && endpoint.url !== null && (
        <PauseButton endpoint={endpoint} onPause={() => setAction('pause')} onResume={changes.resume} />
      )}
      {mayWrite && <Button onPress={() => setAction('edit')}>{words.edit}</Button>}
      {mayWrite && (
        <Menu label={words.facts} entries={entries}>
          <Button icon="chevron" label={words.facts} />
        </Menu>
      )}
      {action === 'edit' && (
        <EndpointForm endpoint={endpoint} invalidates={invalidates} onClose={close} onSaved={onSaved} />
      )}
      {action === 'rotate' && (
        <RotateSecret rotate={async (overlap) => onSaved(await changes.rotate(overlap))} onClose={close} />
      )}
      <ConfirmDialog
        title={words.pauseTitle}
        consequence={words.pauseConsequence}
        verb={words.pause}
        isOpen={action === 'pause'}
        onClose={close}
        onConfirm={changes.pause}
      />
      <ConfirmDialog
        title={words.removeTitle}
        consequence={words.removeConsequence}
        verb={words.remove}
        working={words.removing}
        tone="danger"
        isOpen={action === 'remove'}
        onClose={close}
        onConfirm={changes.remove}
      />
    </>
  );
}

interface PauseProps {
  readonly endpoint: Endpoint;
  readonly onPause: () => void;
  readonly onResume: () => Promise<void>;
}

function PauseButton({ endpoint, onPause, onResume }: PauseProps) {
  const words = useTexts().developers.endpoints;
  if (endpoint.status === 'paused') return <Button onPress={() => void onResume()}>{words.resume}</Button>;
  return <Button onPress={onPause}>{words.pause}</Button>;
}

function RotateSecret({
  rotate,
  onClose,
}: {
  rotate: (overlap: number) => Promise<void>;
  onClose: () => void;
}) {
  const words = useTexts().developers.endpoints;
  const [overlap, setOverlap] = useState('86400');
  return (
    <ConfirmDialog
      title={words.rotate}
      consequence={words.rotateConsequence}
      verb={words.rotate}
      working={words.rotating}
      isOpen
      onClose={onClose}
      onConfirm={() => rotate(Number(overlap))}
    >
      <OverlapField value={overlap} onChange={setOverlap} />
    </ConfirmDialog>
  );
}

function useEndpointChanges({ endpointId }: Endpoint, invalidates: readonly QueryKey[]) {
  const here = useHere();
  const address = useAddress();
  const navigate = useNavigate();
  const client = useQueryClient();
  const texts = useTexts();
  const words = texts.developers.endpoints;
  const params = { endpointId };
  const refresh = async () => {
    await Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return {
    rotate: async (overlapSeconds: number): Promise<EndpointWithSecret> => {
      const rotated = await call(here, 'rotateCallbackEndpointSecret', { params, body: { overlapSeconds } });
      await refresh();
      return rotated;
    },
    pause: async () => {
      await call(here, 'pauseCallbackEndpoint', { params });
      await refresh();
    },
    resume: async () => {
      try {
        await call(here, 'resumeCallbackEndpoint', { params });
        showToast({ text: words.resumed });
      } catch (error) {
        showToast({ text: sentenceOf(texts, refusalOf(error)), tone: 'warning' });
      }
      await refresh();
    },
    remove: async () => {
      await call(here, 'deleteCallbackEndpoint', { params });
      await navigate({ to: address('/endpoints') });
      await refresh();
    },
  };
}
