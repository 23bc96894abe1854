/**
 * A draft that saves itself. What this rules out (test/console/browser/verification.test.ts):
 *
 * - Two tabs or two people overwrite each other: each save names the version that it changes, and who comes second chooses.
 * - What is typed while a save is under way is lost, or saved before it: saves come one after the other.
 * - What somebody else saved is shown over what one is typing: it is taken only where nothing is unsaved.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FORM_FIELDS, type VerificationForm } from '../../../../../domain/verification.ts';
import { request } from '../../api/client.ts';
import { type Refusal, refusalOf } from '../../api/errors.ts';
import { type Submission, type SubmissionList, verificationKey } from './data.ts';

/** After the last key, ms. */
const SETTLED_MS = 1_000;

export type Saving = 'saved' | 'changed' | 'saving' | 'conflict' | 'failed';

export function useDraftSaving(company: string, draft: Submission) {
  const client = useQueryClient();
  const [form, setForm] = useState<VerificationForm>(draft.form);
  const [saving, setSaving] = useState<Saving>('saved');
  const [refusal, setRefusal] = useState<Refusal>();
  const typed = useRef(form);
  const known = useRef({ version: draft.version, form: draft.form });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const stopped = useRef(false);

  const saveNow = useCallback(async (): Promise<void> => {
    const sent = typed.current;
    if (stopped.current || !isChanged(sent, known.current.form)) return;
    setSaving('saving');
    try {
      const body = { version: known.current.version, form: sent };
      const saved = await request('PUT /api/{company}/console/verification/draft', {
        params: { company },
        body,
      });
      known.current = { version: saved.version, form: sent };
      client.setQueryData<SubmissionList>(verificationKey(company), (old) => withDraft(old, saved));
      setRefusal(undefined);
      setSaving(isChanged(typed.current, sent) ? 'changed' : 'saved');
    } catch (error) {
      const said = refusalOf(error);
      const isConflict = said.details.some(({ reason }) => reason === 'version_differs');
      stopped.current = isConflict;
      setRefusal(isConflict ? undefined : said);
      setSaving(isConflict ? 'conflict' : 'failed');
    }
  }, [client, company]);

  /** Resolves when all that was typed is saved, or could not be. */
  const flush = useCallback((): Promise<void> => {
    const next = queue.current.then(saveNow);
    queue.current = next;
    return next;
  }, [saveNow]);

  const change = (next: VerificationForm) => {
    typed.current = next;
    setForm(next);
    if (!stopped.current) setSaving('changed');
  };

  useEffect(() => {
    if (!isChanged(form, known.current.form)) return;
    const timer = setTimeout(() => void flush(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [form, flush]);
  // Who leaves the page loses nothing.
  useEffect(() => () => void flush(), [flush]);

  useEffect(() => {
    if (draft.version <= known.current.version || isChanged(typed.current, known.current.form)) return;
    known.current = { version: draft.version, form: draft.form };
    typed.current = draft.form;
    setForm(draft.form);
  }, [draft]);

  /** Ends a conflict: with what is saved, or with what is in the form. */
  const settle = async (whose: 'mine' | 'theirs'): Promise<void> => {
    const { submissions } = await request('GET /api/{company}/console/verification', { params: { company } });
    const theirs = submissions[0];
    if (theirs?.state === 'draft') {
      known.current = { version: theirs.version, form: theirs.form };
      if (whose === 'theirs') change(theirs.form);
      stopped.current = false;
      setSaving('saved');
      if (whose === 'mine') await flush();
    }
    await client.invalidateQueries({ queryKey: verificationKey(company) });
  };

  return { form, change, saving, refusal, flush, settle, version: () => known.current.version };
}

function withDraft(old: SubmissionList | undefined, saved: Submission): SubmissionList | undefined {
  const replaced = old?.submissions.map((one) => (one.submissionId === saved.submissionId ? saved : one));
  return replaced && { submissions: replaced };
}

function isChanged(one: VerificationForm, other: VerificationForm): boolean {
  return FORM_FIELDS.some((field) => one[field] !== other[field]);
}
