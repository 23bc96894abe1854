/** Guides, and days on which they don't work, from a file: looked through first, then all of it is taken, or nothing. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { keyOf, useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { download } from '../../parts/download.ts';
import { FileField } from '../../parts/fields.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ErrorState, Note } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import type { Texts } from '../../texts/index.ts';
import { useOnceKey } from '../trade/once-key.ts';
import { DAY_SAMPLE, GUIDE_SAMPLE, type ImportFile, placeOf, readImport, textOf } from './import-file.ts';
import { studioKey } from './own.ts';

const TYPES = ['text/csv', '.csv', 'text/tab-separated-values'] as const;

type Readable = Extract<ImportFile, { kind: string }>;

export default function ImportPage() {
  const texts = useTexts();
  const words = texts.studio.import;
  const address = useAddress();
  const [chosen, setChosen] = useState<{ readonly number: number; readonly content: ImportFile }>();
  const [file, setFile] = useState<File>();
  const choose = async (next: File | undefined) => {
    setFile(next);
    const content = next && readImport(await textOf(next));
    // Each choice is looked through anew, also of a file that is called the same.
    setChosen((before) => content && { number: (before?.number ?? 0) + 1, content });
  };
  const guides = { title: texts.studio.guides.title, to: address('/guides') };
  return (
    <Page title={words.title} lead={words.lead} crumbs={[guides]} reading>
      <FileField
        label={words.file}
        help={words.fileHelp}
        types={TYPES}
        file={file}
        onChange={(next) => void choose(next)}
      />
      {chosen && 'problem' in chosen.content && (
        <Note tone="warning">{words.problems[chosen.content.problem](chosen.content.columns ?? [])}</Note>
      )}
      {chosen && 'rows' in chosen.content && <Trial key={chosen.number} content={chosen.content} />}
      <Section title={words.samples}>
        <p className="soft">{words.samplesText}</p>
        <div className="row">
          <Sample name="guides.csv" text={GUIDE_SAMPLE} label={words.guideSample} />
          <Sample name="closed-days.csv" text={DAY_SAMPLE} label={words.daySample} />
        </div>
      </Section>
    </Page>
  );
}

/** With a byte order mark: spreadsheet programs take it for UTF-8 then. */
function Sample({ name, text, label }: { name: string; text: string; label: string }) {
  return (
    <Button tone="quiet" icon="download" onPress={() => download(name, `\uFEFF${text}\r\n`, 'text/csv')}>
      {label}
    </Button>
  );
}

/** What the file would come to; the button does it. */
function Trial({ content }: { content: Readable }) {
  const words = useTexts().studio.import;
  const { trial, doing } = useImport(content);
  const { kind, rows } = content;
  const refusal = doing.refusal ?? trial.refusal;
  const places = (refusal?.details ?? []).filter(({ path }) => placeOf(path) !== undefined);
  return (
    <div className="stack" aria-live="polite">
      <p>
        <strong>{words.found[kind](rows.length)}</strong> {!trial.answer && !refusal && words.notTried}
      </p>
      {refusal && places.length === 0 && <ErrorState refusal={refusal} />}
      {refusal && places.length > 0 && <Problems refusal={refusal} />}
      {trial.answer && !refusal && <Note tone="good">{words.good}</Note>}
      <div className="row">
        {trial.answer && !refusal ? (
          <Button tone="main" isPending={doing.isRunning} onPress={() => doing.run(undefined)}>
            {words.take[kind](rows.length)}
          </Button>
        ) : (
          <Button isPending={trial.isRunning} onPress={() => trial.run(undefined)}>
            {words.look}
          </Button>
        )}
      </div>
    </div>
  );
}

function useImport({ kind, rows }: Readable) {
  const words = useTexts().studio.import;
  const here = useHere();
  const navigate = useNavigate();
  const address = useAddress();
  const once = useOnceKey();
  const params = { company: here.company, world: here.world };
  const send = (isTrial: boolean, idempotencyKey?: string) => {
    const more = { params, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    // The server judges each row by the same schema as a single guide.
    return kind === 'guides'
      ? request('POST /api/{company}/{world}/console/guides/import', {
          ...more,
          body: { guides: rows as never, isTrial },
        })
      : request('POST /api/{company}/{world}/console/guides/closed-days/import', {
          ...more,
          body: { days: rows as never, isTrial },
        });
  };
  const trial = useAction(() => send(true));
  const doing = useAction(() => once.use((key) => send(false, key)), {
    invalidates: [studioKey(here), keyOf(here, 'listGuides')],
    onDone: () => {
      showToast({ text: words.taken[kind](rows.length) });
      void navigate({ to: address(kind === 'guides' ? '/guides' : '/calendar') });
    },
  });
  return { trial, doing };
}

interface Problem {
  readonly id: string;
  readonly line: number;
  readonly column: string;
  readonly text: string;
}

function Problems({ refusal }: { refusal: Refusal }) {
  const texts = useTexts();
  const words = texts.studio.import;
  const reasons: Readonly<Record<string, string | undefined>> = texts.frame.reasons;
  const problems = refusal.details.flatMap(({ path, reason, msg }, index): Problem[] => {
    const place = placeOf(path);
    return place ? [{ id: String(index), ...place, text: reasons[reason] ?? msg }] : [];
  });
  return (
    <>
      <Note tone="warning">{words.bad}</Note>
      <DataTable
        label={words.problemsTitle}
        columns={columnsOf(texts)}
        rows={problems}
        keyOf={({ id }) => id}
        empty={null}
      />
    </>
  );
}

function columnsOf(texts: Texts): readonly Column<Problem>[] {
  const words = texts.studio.import;
  return [
    { id: 'line', title: words.line, isNumber: true, cell: ({ line }) => line },
    { id: 'column', title: words.column, cell: ({ column }) => <code>{column}</code> },
    { id: 'text', title: words.problem, cell: ({ text }) => text },
  ];
}
