/** A guide's page: what it is and what it costs, written by one person or by two at once. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { refusalOf } from '../../api/errors.ts';
import { keyOf, useAction, useOperation } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button, ButtonLink, SubmitButton } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { ConfirmButton } from '../../parts/dialog.tsx';
import { Form, FormButtons } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { useHeldWhilePressed } from '../../parts/press.ts';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useKept } from '../../shell/kept.ts';
import { KeptNote } from '../../shell/kept-note.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import {
  bodyOf,
  changedFields,
  changesOf,
  type Draft,
  draftOf,
  type GuideDetail,
  type Meeting,
  meet,
  withUploaded,
} from './draft.ts';
import { GuideFields } from './editor.tsx';
import { MeetingNote } from './meeting.tsx';
import { studioKey } from './own.ts';
import { Photos } from './photos.tsx';
import { PricePreview } from './preview.tsx';
import './guides.css';

/** The guide has changed since it was read (docs: error catalogue). */
const GUIDE_CHANGED = 41201;

export default function GuidePage() {
  const here = useHere();
  const texts = useTexts();
  const address = useAddress();
  const guideId = useParam('guideId');
  const { data, error, refetch } = useOperation(here, 'getGuide', { params: { guideId } });
  if (data) return <Editor key={guideId} first={data} />;
  const guides = { title: texts.studio.guides.title, to: address('/guides') };
  return (
    <Page title={guideId} crumbs={[guides]}>
      {error ? <ErrorState refusal={error} onRetry={refetch} /> : <Skeleton lines={10} />}
    </Page>
  );
}

const firstOf = (guide: GuideDetail) => ({ from: draftOf(guide), draft: draftOf(guide) });

/** What is saved, what is being written, and conflicts with others' changes. */
function useEditing(first: GuideDetail) {
  const here = useHere();
  const client = useQueryClient();
  const { guideId } = first;
  const [saved, setSaved] = useState(first);
  const kept = useKept(`${here.company}/${here.world}/guides/${guideId}`, () => firstOf(first));
  const [draft, showDraft] = useState<Draft>(
    () => meet(kept.value.from, kept.value.draft, draftOf(first)).merged,
  );
  const [meeting, setMeeting] = useState<Meeting & { readonly saved: Draft }>();
  const base = draftOf(saved);
  // Requests take their time, and people go on typing.
  const latest = useRef(draft);
  latest.current = draft;
  const setDraft = (next: Draft, from = base) => {
    showDraft(next);
    if (changedFields(from, next).length > 0) kept.set({ from, draft: next });
    else kept.drop();
  };

  /** Continues from what is saved now; one's own changes stay. @returns what others have changed. */
  const rebase = (fresh: GuideDetail, from: Draft, mine = latest.current): Meeting => {
    const met = meet(from, mine, draftOf(fresh));
    setSaved(fresh);
    setDraft(met.merged, draftOf(fresh));
    client.setQueryData(keyOf(here, 'getGuide', { guideId }, {}), fresh);
    return met;
  };
  const report = (fresh: GuideDetail, met: Meeting): boolean => {
    const isNews = met.theirs.length > 0 || met.both.length > 0;
    setMeeting(isNews ? { ...met, saved: draftOf(fresh) } : undefined);
    return isNews;
  };
  const put = (version: number, body: Partial<Draft>) =>
    call(here, 'updateGuide', { params: { guideId }, body, ifMatch: `"${version}"` });
  const read = () => call(here, 'getGuide', { params: { guideId } });

  const save = async (): Promise<'saved' | 'met' | 'nothing'> => {
    const changes = changesOf(base, draft);
    if (Object.keys(changes).length === 0) return 'nothing';
    let version = saved.version;
    for (;;) {
      try {
        const fresh = await put(version, changes);
        rebase(fresh, draft);
        setMeeting(undefined);
        await client.invalidateQueries({ queryKey: studioKey(here) });
        return 'saved';
      } catch (error) {
        if (refusalOf(error).code !== GUIDE_CHANGED) throw error;
        const fresh = await read();
        // Days were blocked, or imported: nothing of this form.
        if (changedFields(base, draftOf(fresh)).length === 0) version = fresh.version;
        else return report(fresh, rebase(fresh, base)) ? 'met' : 'saved';
      }
    }
  };
  /** A picture of one's own went up: the guide has another version, of which only what else is new is somebody else's. */
  const takeUpload = async () => {
    const fresh = await read();
    const { photos } = draftOf(fresh);
    const mine = { ...latest.current, photos: withUploaded(base.photos, latest.current.photos, photos) };
    report(fresh, rebase(fresh, { ...base, photos }, mine));
  };
  return {
    saved,
    draft,
    setDraft,
    meeting,
    isChanged: changedFields(base, draft).length > 0,
    isRestored: kept.isRestored,
    save,
    takeUpload,
    forget: () => {
      setDraft(base);
      setMeeting(undefined);
    },
  };
}

function Editor({ first }: { first: GuideDetail }) {
  const texts = useTexts();
  const words = texts.studio.editor;
  const address = useAddress();
  const editing = useEditing(first);
  const { saved, draft, setDraft, meeting, isChanged, isRestored } = editing;
  // A number counts with the press that leaves its field: one more button must not move what is pressed.
  const canForget = useHeldWhilePressed(isChanged);
  const saving = useAction(editing.save, {
    onDone: (outcome) => {
      if (outcome === 'saved') showToast({ text: words.saved });
      if (outcome === 'nothing') showToast({ text: words.nothingToSave });
    },
  });
  const guides = { title: texts.studio.guides.title, to: address('/guides') };
  return (
    <Page
      title={saved.name}
      beside={
        <>
          <StateBadge state={saved.status} />
          <ShortId id={saved.guideId} />
        </>
      }
      crumbs={[guides]}
      actions={
        <>
          <ButtonLink icon="calendar" to={address(`/guides/${saved.guideId}/calendar`)}>
            {texts.studio.calendar.title}
          </ButtonLink>
          <DeleteGuide guide={saved} />
        </>
      }
    >
      <Photos
        guideId={saved.guideId}
        version={saved.version}
        photos={draft.photos}
        onChange={(photos) => setDraft({ ...draft, photos })}
        onUploaded={editing.takeUpload}
      />
      <div className="editor">
        <Form refusal={saving.refusal} onSubmit={() => saving.run(undefined)} isChanged={isChanged}>
          {isRestored && isChanged && <KeptNote onDiscard={editing.forget} />}
          {meeting && (
            <MeetingNote
              meeting={meeting}
              saved={meeting.saved}
              draft={draft}
              onTake={(field) => setDraft({ ...draft, [field]: meeting.saved[field] })}
            />
          )}
          <GuideFields key={saved.version} draft={draft} savedCurrency={saved.currency} onChange={setDraft} />
          <FormButtons>
            {/* Never disabled: a number counts when its field is left, and the press that leaves it must count too. */}
            <SubmitButton action={saving} verb={words.save} working={words.saving} />
            {canForget && <Button onPress={editing.forget}>{words.forget}</Button>}
            <span className="soft">{words.ordersKeep}</span>
          </FormButtons>
        </Form>
        <aside>
          <PricePreview draft={bodyOf(draft)} />
        </aside>
      </div>
    </Page>
  );
}

function DeleteGuide({ guide }: { guide: GuideDetail }) {
  const words = useTexts().studio.editor;
  const here = useHere();
  const address = useAddress();
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = async () => {
    await call(here, 'deleteGuide', { params: { guideId: guide.guideId } });
    await client.invalidateQueries({ queryKey: studioKey(here) });
    showToast({ text: words.deleted(guide.name) });
    await navigate({ to: address('/guides') });
  };
  return (
    <ConfirmButton
      look="danger"
      title={words.deleteTitle(guide.name)}
      consequence={words.deleteConsequence}
      verb={words.delete}
      working={words.deleting}
      tone="danger"
      onConfirm={remove}
    />
  );
}
