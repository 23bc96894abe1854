/** Saved answers of the company in this world: each with its name, for those who write to the other side. */
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/dialog.tsx';
import { Page } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type SavedAnswer, useSavedAnswers } from './answer-data.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { useMayTrade } from './data.ts';
import './trade.css';

export default function AnswersPage() {
  const words = useTexts().trade.answers;
  const mayTrade = useMayTrade();
  const answers = useSavedAnswers();
  const [edited, setEdited] = useState<SavedAnswer | 'new'>();
  const list = answers.data?.list;
  const add = (
    <Button tone="main" icon="plus" onPress={() => setEdited('new')}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} reading actions={mayTrade && add}>
      <Awaited query={answers} lines={4} />
      {list?.length === 0 && <EmptyState icon="message" title={words.none} text={words.noneText} />}
      <ul className="cards">
        {list?.map((answer) => (
          <AnswerCard
            key={answer.answerId}
            answer={answer}
            onEdit={mayTrade ? () => setEdited(answer) : undefined}
          />
        ))}
      </ul>
      {edited && (
        <AnswerDialog answer={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

/** @param onEdit undefined: the reader's role may not. */
function AnswerCard({ answer, onEdit }: { answer: SavedAnswer; onEdit: (() => void) | undefined }) {
  const { company, world } = useHere();
  const words = useTexts().trade.answers;
  const { answerId, name, text } = answer;
  const removing = useAction(
    () =>
      request('DELETE /api/{company}/{world}/console/saved-answers/{answerId}', {
        params: { company, world, answerId },
      }),
    { invalidates: [[company, world, 'trade']], onDone: () => showToast({ text: words.removed }) },
  );
  return (
    <li className="card inbox-card">
      <h2 className="card-title">{name}</h2>
      <p className="prose">{text}</p>
      {onEdit && (
        <div className="row">
          <Button small onPress={onEdit}>
            {words.edit}
          </Button>
          <ConfirmButton
            small
            label={words.remove}
            title={words.removeVerb}
            verb={words.removeVerb}
            working={words.removing}
            tone="danger"
            consequence={words.removeConsequence}
            onConfirm={() => removing.runAsync(undefined)}
          />
        </div>
      )}
    </li>
  );
}
