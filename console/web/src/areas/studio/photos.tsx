/** The guide's pictures: the first is the cover. An upload is there at once; captions and order are saved with the form. */
import { FileTrigger } from 'react-aria-components';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import type { Draft } from './draft.ts';
import { studioKey, uploadPhoto } from './own.ts';
import { PHOTO_TYPES, smaller } from './photo-file.ts';
import { Picture } from './picture.tsx';

type Photo = Draft['photos'][number];

interface PhotosProps {
  readonly guideId: string;
  readonly version: number;
  readonly photos: readonly Photo[];
  readonly onChange: (photos: Photo[]) => void;
  /** The guide has to be read again: it has another version. */
  readonly onUploaded: () => Promise<unknown>;
}

export function Photos({ guideId, photos, onChange, onUploaded }: PhotosProps) {
  const words = useTexts().studio.photos;
  const here = useHere();
  const upload = useAction(
    async (file: File) => {
      await uploadPhoto(here, guideId, await smaller(file));
      await onUploaded();
    },
    { invalidates: [studioKey(here, 'guides')], onDone: () => showToast({ text: words.uploaded }) },
  );
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) upload.run(file);
  };
  const button = (
    <FileTrigger acceptedFileTypes={[...PHOTO_TYPES]} onSelect={choose}>
      <Button icon="upload" isPending={upload.isRunning}>
        {upload.isRunning ? words.uploading : words.upload}
      </Button>
    </FileTrigger>
  );
  const put = (index: number, photo: Photo) => onChange(photos.with(index, photo));
  return (
    <Section title={words.title} aside={button}>
      {upload.refusal && <ErrorState refusal={upload.refusal} />}
      {photos.length === 0 && <EmptyState icon="guides" title={words.none} text={words.noneText} />}
      <ul className="photos">
        {photos.map((photo, index) => (
          <li key={photo.url}>
            <Picture url={photo.url} alt={photo.caption ?? ''} large />
            <TextField
              name={`photos.${index}.caption`}
              label={index === 0 ? words.cover : words.caption}
              isOptional
              maxLength={200}
              value={photo.caption ?? ''}
              onChange={(caption) => put(index, caption === '' ? { url: photo.url } : { ...photo, caption })}
            />
            <div className="row">
              {index > 0 && (
                <Button small onPress={() => onChange([photo, ...photos.filter((other) => other !== photo)])}>
                  {words.makeCover}
                </Button>
              )}
              <Button small tone="quiet" onPress={() => onChange(photos.filter((other) => other !== photo))}>
                {words.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
