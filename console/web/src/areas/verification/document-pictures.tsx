/**
 * Documents beside the form. Pictures are fetched and shown from their bytes by an `<img>`, which runs nothing; PDFs could run
 * code, so they are stored and opened outside the console.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressOf } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Document } from '../company/data.ts';
import { DocumentList } from '../company/documents.tsx';

const pathOf = (documentId: string) =>
  addressOf('GET /api/operator/verifications/documents/{documentId}', { documentId });

export function DocumentPictures({ documents }: { documents: readonly Document[] }) {
  const words = useTexts().company.backOffice;
  const pictures = documents.filter(({ type }) => type !== 'application/pdf');
  return (
    <div className="stack">
      <p className="soft">{words.documentsLead}</p>
      <DocumentList documents={documents} pathOf={pathOf} />
      <div className="document-pictures">
        {pictures.map((document) => (
          <Picture key={document.documentId} document={document} />
        ))}
      </div>
    </div>
  );
}

function Picture({ document: { documentId, name, type } }: { document: Document }) {
  const words = useTexts().company.backOffice;
  const [isWhole, setWhole] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['backOffice', 'document', documentId],
    queryFn: () => readPicture(pathOf(documentId), type),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = useAddressOf(data);
  if (error) return <p role="alert">{words.noPicture(name)}</p>;
  if (address === undefined) return <Skeleton lines={4} />;
  return (
    <>
      <Button className="document-picture" label={words.showWhole(name)} onPress={() => setWhole(true)}>
        <img src={address} alt="" />
      </Button>
      <Dialog title={name} isOpen={isWhole} onClose={() => setWhole(false)} wide>
        <img className="document-whole" src={address} alt={name} />
      </Dialog>
    </>
  );
}

/** The type is the one that the server found by the content: an `<img>` takes nothing else for a picture. */
async function readPicture(path: string, type: string): Promise<Blob> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return new Blob([await answer.arrayBuffer()], { type });
}

/** An address in this page's memory, as long as it is shown. */
function useAddressOf(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
