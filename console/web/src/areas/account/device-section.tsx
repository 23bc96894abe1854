/** Notices as they come, on this device, on others, and in chats. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserOf } from '../../../../../domain/browser-name.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import type { Answer } from '../../api/routes.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
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

function useDevices() {
  return useQuery<Devices, Refusal>({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      // First: it may subscribe anew.
      const here = await thisDevice();
      return { ...(await request(LIST, { signal })), here };
    },
  });
}

export function DeviceSection() {
  const words = useTexts().notices.devices;
  const list = useDevices();
  return (
    <Section title={words.title}>
      <Awaited query={list} lines={2} />
      {list.data && <Loaded list={list.data} />}
    </Section>
  );
}

function Loaded({ list: { serverKey, devices, here } }: { list: Devices }) {
  const own = devices.find(({ id }) => id === here);
  const others = devices.filter((device) => device !== own && device.kind === 'browser');
  return (
    <div className="stack">
      {own ? <Shown device={own} /> : <NotShown serverKey={serverKey} />}
      {others.length > 0 && <Others devices={others} />}
    </div>
  );
}

export function ChatSection() {
  const { chats: words, devices } = useTexts().notices;
  const list = useDevices();
  const [url, setUrl] = useState('');
  const add = useAction(() => request('POST /api/account/chats', { body: { url } }), {
    invalidates: [KEY],
    onDone: () => {
      setUrl('');
      showToast({ text: devices.tested });
    },
  });
  const chats = list.data?.devices.filter(({ kind }) => kind === 'chat') ?? [];
  return (
    <Section title={words.title}>
      <Form refusal={add.refusal} onSubmit={() => add.run(undefined)}>
        <p className="soft">{words.lead}</p>
        <TextField
          name="url"
          type="url"
          label={words.url}
          help={words.urlHelp}
          value={url}
          onChange={setUrl}
        />
        <FormSubmit action={add} verb={words.add} working={words.adding} />
      </Form>
      {chats.length > 0 && <Others devices={chats} isOfChats />}
    </Section>
  );
}

function Others({ devices, isOfChats = false }: { devices: readonly Device[]; isOfChats?: boolean }) {
  const { chats, devices: words } = useTexts().notices;
  const remove = useAction(removeDevice, {
    invalidates: [KEY],
    onDone: () => showToast({ text: isOfChats ? chats.removed : words.removed }),
  });
  const columns = useColumns((device) => remove.run(device.id), isOfChats);
  return (
    <>
      {remove.refusal && <ErrorState refusal={remove.refusal} />}
      <DataTable
        label={isOfChats ? chats.title : words.others}
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

function useColumns(remove: (device: Device) => void, isOfChats: boolean): Column<Device>[] {
  const { notices, account } = useTexts();
  const { devices: words, chats } = notices;
  const { sessions } = account.security;
  return [
    isOfChats
      ? { id: 'chat', title: chats.chat, cell: ({ userAgent }) => userAgent }
      : { id: 'browser', title: words.browser, cell: ({ userAgent }) => browserOf(userAgent, sessions) },
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
