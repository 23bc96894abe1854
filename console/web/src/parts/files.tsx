/** Files that come with messages: those that are about to be sent, and those that were. They are for the disk, never shown here. */
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { MAX_MESSAGE_FILES, MESSAGE_FILE_RULES } from '../../../../domain/stored-file.ts';
import { useLocaleTag, useTexts } from '../shell/preferences.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import './files.css';
import { numberFormat } from '../texts/format.ts';

const { types, maxBytes } = MESSAGE_FILE_RULES;
/** 25 MB over a slow line. */
export const UPLOAD_MS = 120_000;

interface FilesFieldProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/** Chooses files for a message; what is too large is not taken, and named. */
export function FilesField({ files, onChange }: FilesFieldProps) {
  const words = useTexts().frame.files;
  const [tooLarge, setTooLarge] = useState<string>();
  const add = (chosen: FileList | null) => {
    const all = [...(chosen ?? [])];
    setTooLarge(all.find(({ size }) => size > maxBytes)?.name);
    const fitting = all.filter(({ size }) => size <= maxBytes);
    onChange([...files, ...fitting].slice(0, MAX_MESSAGE_FILES));
  };
  return (
    <div className="field">
      <span className="field-label">{words.label}</span>
      {files.length > 0 && (
        <ul className="file-list">
          {files.map((file, index) => (
            <li key={`${file.name}-${file.lastModified}-${file.size}`} className="row">
              {file.name}
              <Button
                small
                tone="quiet"
                icon="close"
                label={words.remove(file.name)}
                onPress={() => onChange(files.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <FileTrigger acceptedFileTypes={[...types]} allowsMultiple onSelect={add}>
          <Button icon="upload">{words.add}</Button>
        </FileTrigger>
        <span className="field-help">{words.hint}</span>
      </div>
      {tooLarge !== undefined && (
        <span className="field-error" role="alert">
          {words.tooLarge(tooLarge)}
        </span>
      )}
    </div>
  );
}

/** A message with its files, as the server reads it. @param key the form's own: sent again, it is the same message. */
export function messageForm(key: string, text: string, files: readonly File[]): FormData {
  const form = new FormData();
  form.append('key', key);
  form.append('text', text);
  for (const file of files) form.append('file', file, file.name);
  return form;
}

interface FileListProps {
  readonly files: readonly { readonly fileId: string; readonly name: string; readonly size: number }[];
  readonly addressOf: (fileId: string) => string;
}

/** The files of a message, to download. */
export function MessageFiles({ files, addressOf }: FileListProps) {
  const words = useTexts().frame.files;
  if (files.length === 0) return null;
  return (
    <ul className="file-list" aria-label={words.label}>
      {files.map(({ fileId, name, size }) => (
        <li key={fileId}>
          <a href={addressOf(fileId)} download={name} aria-label={words.download(name)}>
            <Icon name="download" size={16} /> {name}
          </a>{' '}
          <FileSize bytes={size} />
        </li>
      ))}
    </ul>
  );
}

function FileSize({ bytes }: { bytes: number }) {
  const locale = useLocaleTag();
  const isLarge = bytes >= 1_000_000;
  const format = numberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return <span className="soft">{format.format(Math.max(bytes / (isLarge ? 1_000_000 : 1_000), 1))}</span>;
}
