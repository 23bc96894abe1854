/** A correction by hand: typed, previewed as it would be posted, posted once. */
import { useState } from 'react';
import type { CorrectionBody, Posted, Posting } from '../../../../server/operator-money/schemas.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ErrorState, Note } from '../../parts/states.tsx';
import { useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { CorrectionForm, type Draft } from './correction-form.tsx';
import { OPERATOR_MONEY, oldAfterWrite } from './data.ts';
import { OPERATOR_MONEY_PATH } from './operator-data.ts';
import { PartList } from './posting-parts.tsx';
import { useSingle } from './use-single.ts';
import './money.css';

const isKind = (text: string | undefined): text is Draft['kind'] =>
  text === 'adjustment' || text === 'refund' || text === 'reversal';

export default function CorrectionPage() {
  const all = useTexts().money;
  const words = all.backOffice.correction;
  const [{ kind, ...given }] = useFilters();
  const { merchantKey = '', orderId = '', postingId = '' } = given;
  const empty: Draft = {
    ...{ kind: isKind(kind) ? kind : 'adjustment', merchantKey, orderId, postingId },
    ...{ currency: 'EUR', amount: '', reason: '' },
  };
  const [draft, setDraft] = useState(empty);
  // Made with the form: whatever is clicked or lost on the way, its correction is posted once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const preview = useAction((body: CorrectionBody) =>
    request('POST /api/operator/money/postings/preview', { body }),
  );
  const posting = useAction(
    (body: CorrectionBody) => request('POST /api/operator/money/postings', { body }),
    { invalidates: oldAfterWrite(OPERATOR_MONEY) },
  );
  const postOnce = useSingle(posting.runAsync);
  const another = () => {
    setDraft({ ...empty, kind: draft.kind, postingId: '' });
    setKey(crypto.randomUUID());
    preview.reset();
    posting.reset();
  };
  const body = bodyOf(draft, key);
  return (
    <Page
      title={words.new}
      lead={words.newLead}
      crumbs={[
        { title: all.backOffice.title, to: OPERATOR_MONEY_PATH },
        { title: words.title, to: `${OPERATOR_MONEY_PATH}/corrections` },
      ]}
      reading
    >
      {!preview.answer && (
        <CorrectionForm
          draft={draft}
          onChange={(changed) => {
            // What was marked goes with the first key: nothing moves when the button is pressed.
            if (preview.refusal) preview.reset();
            setDraft(changed);
          }}
          refusal={preview.refusal}
          isRunning={preview.isRunning}
          onSubmit={() => preview.run(body)}
        />
      )}
      {preview.answer && !posting.answer && (
        <Shown posting={preview.answer}>
          {posting.refusal && <ErrorState refusal={posting.refusal} />}
          <p>{words.consequence}</p>
          <div className="row">
            <Button onPress={preview.reset}>{words.change}</Button>
            <Button tone="danger" isPending={posting.isRunning} onPress={() => postOnce(body)}>
              {posting.isRunning ? words.posting : words.verb}
            </Button>
          </div>
        </Shown>
      )}
      {posting.answer && <Done posted={posting.answer} onAnother={another} />}
    </Page>
  );
}

function Shown({ posting, children }: { posting: Posting; children: React.ReactNode }) {
  const all = useTexts().money;
  const words = all.backOffice.correction;
  return (
    <Section title={words.shown}>
      <p>{words.shownText}</p>
      <div className="card stack-s">
        <p>
          <strong>{all.kinds[posting.kind]}</strong> · <span className="said">{posting.reason}</span>
        </p>
        <PartList posting={posting} />
        <p className="soft">
          {words.postedAs} <ShortId id={posting.postingId} />
        </p>
      </div>
      {children}
    </Section>
  );
}

function Done({ posted, onAnother }: { posted: Posted; onAnother: () => void }) {
  const words = useTexts().money.backOffice.correction;
  return (
    <div className="stack">
      <Note tone="good">
        <p role="status">{posted.isNew ? words.done : words.doneBefore}</p>
        <p>
          {words.postedAs} <code>{posted.postingId}</code>
        </p>
      </Note>
      <div className="row">
        <ButtonLink to={`${OPERATOR_MONEY_PATH}/corrections`}>{words.title}</ButtonLink>
        <Button onPress={onAnother}>{words.another}</Button>
      </div>
    </div>
  );
}

/** What the server takes of it: each kind has its own members. */
function bodyOf({ kind, reason, ...draft }: Draft, key: string): CorrectionBody {
  const common = { key, reason: reason.trim() };
  if (kind === 'reversal') return { kind, ...common, postingId: draft.postingId.trim() };
  const amount = draft.amount.trim();
  if (kind === 'refund') return { kind, ...common, orderId: draft.orderId.trim(), amount };
  const currency = draft.currency.trim().toUpperCase();
  return { kind, ...common, merchantKey: draft.merchantKey.trim(), currency, amount };
}
