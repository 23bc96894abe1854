/** Notices as they come, on this device and on others. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserOf } from '../../../../../domain/browser-name.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import type { Answer } from '../../api/routes.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Awaited, ErrorState, Note } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { pushPermission, subscribe, thisDevice, unsubscribe } from '../../shell/push.ts';

const LIST = 'GET /api/account/devices';
const KEY = ['notice-devices'];

type Devices = Answer<typeof LIST> & {
  /** Which of them this browser is. */
  readonly here: number | undefined;
};
type Device = Devices['devices'][number];

export function DeviceSection() {
  const words = useTexts().notices.devices;
  const list = useQuery<Devices, Refusal>({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      // First: it may subscribe anew.
      const here = await thisDevice();
      return { ...(await request(LIST, { signal })), here };
    },
  });
  return (
    <Section title={words.title}>
      <Awaited query={list} lines={2} />
      {list.data && <Loaded list={list.data} />}
    </Section>
  );
}

function Loaded({ list: { serverKey, devices, here } }: { list: Devices }) {
  const own = devices.find(({ id }) => id === here);
  const others = devices.filter((device) => device !== own);
  return (
    <div className="stack">
      {own ? <Shown device={own} /> : <NotShown serverKey={serverKey} />}
      {others.length > 0 && <Others devices={others} />}
    </div>
  );
}

function Others({ devices }: { devices: readonly Device[] }) {
  const words = useTexts().notices.devices;
  const remove = useAction(removeDevice, {
    invalidates: [KEY],
    onDone: () => showToast({ text: words.removed }),
  });
  const columns = useColumns((device) => remove.run(device.id));
  return (
    <>
      {remove.refusal && <ErrorState refusal={remove.refusal} />}
      <DataTable
        label={words.others}
        columns={columns}
        rows={devices}
        keyOf={({ id }) => String(id)}
        empty={null}
      />
    </>
  );
}

const removeDevice = (id: number) =>
  request('POST /api/account/devices/{deviceId}/remove', { params: { deviceId: id } });

function Shown({ device: { id } }: { device: Device }) {
  const words = useTexts().notices.devices;
  const test = useAction(
    () => request('POST /api/account/devices/{deviceId}/test', { params: { deviceId: id } }),
    { onDone: () => showToast({ text: words.tested }) },
  );
  const turnOff = useAction(
    async () => {
      await removeDevice(id);
      await unsubscribe();
    },
    { invalidates: [KEY], onDone: () => showToast({ text: words.isOff }) },
  );
  const refusal = test.refusal ?? turnOff.refusal;
  return (
    <>
      <p>{words.shown}</p>
      {refusal && <ErrorState refusal={refusal} />}
      <div className="row">
        <Button isPending={test.isRunning} onPress={() => test.run(undefined)}>
          {words.test}
        </Button>
        <Button tone="quiet" isPending={turnOff.isRunning} onPress={() => turnOff.run(undefined)}>
          {words.turnOff}
        </Button>
      </div>
    </>
  );
}

function NotShown({ serverKey }: { serverKey: string }) {
  const words = useTexts().notices.devices;
  const [fault, setFault] = useState<string>();
  const turnOn = useAction(() => turnedOn(serverKey), {
    invalidates: [KEY],
    onDone: (done) => setFault(done ? undefined : words[pushPermission() === 'denied' ? 'denied' : 'failed']),
  });
  const permission = pushPermission();
  if (permission !== 'open') return <Note>{words[permission]}</Note>;
  return (
    <>
      <p className="soft">{words.lead}</p>
      {fault !== undefined && <Note tone="warning">{fault}</Note>}
      {turnOn.refusal && <ErrorState refusal={turnOn.refusal} />}
      <div className="row">
        <Button isPending={turnOn.isRunning} onPress={() => turnOn.run(undefined)}>
          {words.turnOn}
        </Button>
      </div>
    </>
  );
}

/** @returns false where the reader did not permit it, or the browser reaches no push service. */
async function turnedOn(serverKey: string): Promise<boolean> {
  try {
    await subscribe(serverKey);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

function useColumns(remove: (device: Device) => void): Column<Device>[] {
  const { notices, account } = useTexts();
  const words = notices.devices;
  const { sessions } = account.security;
  return [
    { id: 'browser', title: words.browser, cell: ({ userAgent }) => browserOf(userAgent, sessions) },
    { id: 'since', title: words.since, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      id: 'remove',
      title: words.remove,
      isNumber: true,
      cell: (device) => (
        <Button small onPress={() => remove(device)}>
          {words.remove}
        </Button>
      ),
    },
  ];
}
