/** A new guide; its picture goes up once the guide is there. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { refusalOf } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import { FileField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { sentenceOf } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useKept } from '../../shell/kept.ts';
import { KeptNote } from '../../shell/kept-note.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { bodyOf, changedFields, type Draft, emptyDraft } from './draft.ts';
import { GuideFields } from './editor.tsx';
import { studioKey, uploadPhoto } from './own.ts';
import { PHOTO_TYPES, smaller } from './photo-file.ts';
import { PricePreview } from './preview.tsx';
import './guides.css';
import { ownTimeZone } from '../../texts/format.ts';

export default function NewGuidePage() {
  const texts = useTexts();
  const words = texts.studio.editor;
  const here = useHere();
  const address = useAddress();
  const navigate = useNavigate();
  const client = useQueryClient();
  const zone = ownTimeZone();
  const kept = useKept<Draft>(`${here.company}/${here.world}/guides/new`, () => emptyDraft(zone));
  const { value: draft, set: setDraft } = kept;
  const [photo, setPhoto] = useState<File>();
  const create = useAction(
    async () => {
      const guide = await call(here, 'createGuide', { body: bodyOf(draft) });
      if (photo) {
        // The guide is there: a picture that is refused is chosen again on its page.
        await uploadPhoto(here, guide.guideId, await smaller(photo)).catch((error: unknown) =>
          showToast({ text: sentenceOf(texts, refusalOf(error)), tone: 'warning' }),
        );
      }
      return guide;
    },
    {
      onDone: ({ guideId, name }) => {
        kept.drop();
        void client.invalidateQueries({ queryKey: studioKey(here) });
        showToast({ text: words.created(name) });
        void navigate({ to: address(`/guides/${guideId}`) });
      },
    },
  );
  const [isRestored, setRestored] = useState(kept.isRestored);
  const discard = () => {
    setDraft(emptyDraft(zone));
    kept.drop();
    setRestored(false);
  };
  const isChanged = photo !== undefined || changedFields(emptyDraft(zone), draft).length > 0;
  const guides = { title: texts.studio.guides.title, to: address('/guides') };
  return (
    <Page title={words.newTitle} crumbs={[guides]}>
      <div className="editor">
        <Form refusal={create.refusal} onSubmit={() => create.run(undefined)} isChanged={isChanged}>
          {isRestored && <KeptNote onDiscard={discard} />}
          <FileField
            label={words.photo}
            help={words.photoHelp}
            types={PHOTO_TYPES}
            file={photo}
            onChange={setPhoto}
          />
          <GuideFields draft={draft} onChange={setDraft} />
          <FormSubmit action={create} verb={words.create} working={words.creating} />
        </Form>
        <aside>
          <PricePreview draft={draft} />
        </aside>
      </div>
    </Page>
  );
}
