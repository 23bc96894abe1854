/** Documents of a draft: added one or several at a time, removed, shown. */
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { DOCUMENT_RULES, MAX_DOCUMENTS } from '../../../../../domain/verification.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { bytesText, type Document, documentAddress, verificationKey } from './data.ts';

/** As long as a slow line takes for 10 MB, in ms. */
const UPLOAD_MS = 300_000;

export function Documents({ documents }: { documents: readonly Document[] }) {
  const words = useTexts().company.verification.documents;
  const { company } = useHere();
  const [tooLarge, setTooLarge] = useState<string>();
  const add = useAction(
    async (files: readonly File[]) => {
      for (const file of files) {
        const body = new FormData();
        body.append('file', file);
        await request('POST /api/{company}/console/verification/documents', {
          params: { company },
          body,
          timeoutMs: UPLOAD_MS,
        });
      }
    },
    { invalidates: [verificationKey(company)] },
  );
  const drop = useAction(
    (documentId: string) =>
      request('DELETE /api/{company}/console/verification/documents/{documentId}', {
        params: { company, documentId },
      }),
    { invalidates: [verificationKey(company)] },
  );
  const choose = (chosen: FileList | null) => {
    const files = [...(chosen ?? [])];
    const large = files.find(({ size }) => size > DOCUMENT_RULES.maxBytes);
    setTooLarge(large?.name);
    if (!large && files.length > 0) add.run(files);
  };
  const refusal = add.refusal ?? drop.refusal;
  const said = refusal?.details[0]?.reason as keyof typeof words.reasons | undefined;
  return (
    <div className="stack">
      <p className="soft">{words.lead}</p>
      <DocumentList
        documents={documents}
        onRemove={(id) => drop.run(id)}
        pathOf={(id) => documentAddress(company, id)}
      />
      {tooLarge !== undefined && (
        <p role="alert" className="refused">
          {words.tooLarge(tooLarge)}
        </p>
      )}
      {refusal && said && words.reasons[said] && (
        <p role="alert" className="refused">
          {words.reasons[said]}
        </p>
      )}
      {refusal && !(said && words.reasons[said]) && <ErrorState refusal={refusal} />}
      {documents.length < MAX_DOCUMENTS && (
        <div>
          <FileTrigger acceptedFileTypes={DOCUMENT_RULES.types} allowsMultiple onSelect={choose}>
            <Button icon="upload" isPending={add.isRunning}>
              {add.isRunning ? words.adding : words.add}
            </Button>
          </FileTrigger>
        </div>
      )}
    </div>
  );
}

interface ListProps {
  readonly documents: readonly Document[];
  readonly pathOf: (documentId: string) => string;
  readonly onRemove?: (documentId: string) => void;
}

/** Names that lead to the files; they are stored by the browser, never shown by the console. */
export function DocumentList({ documents, pathOf, onRemove }: ListProps) {
  const words = useTexts().company.verification.documents;
  const locale = useLocaleTag();
  if (documents.length === 0) return <p>{words.none}</p>;
  return (
    <ul className="document-list">
      {documents.map(({ documentId, name, size }) => (
        <li key={documentId}>
          <Icon name="requests" size={16} />
          <a href={pathOf(documentId)} download>
            {name}
          </a>
          <span className="soft numbers">{bytesText(size, locale)}</span>
          {onRemove && (
            <Button
              small
              tone="quiet"
              icon="close"
              label={`${words.remove} ${name}`}
              onPress={() => onRemove(documentId)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
