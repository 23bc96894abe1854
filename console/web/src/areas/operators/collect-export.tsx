/** A confirmed export, for who asked for it: downloaded once, within a day. */
import type { Proposal } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { download } from '../../parts/download.ts';
import { ErrorState } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { OPERATORS } from './data.ts';

export function CollectExport({ proposal, isOwn }: { proposal: Proposal; isOwn: boolean }) {
  const words = useTexts().operators.personal.collect;
  const { proposalId, collectUntil, collectedAt } = proposal;
  const { run, refusal, isRunning } = useAction(
    (_: undefined) => request('POST /api/operator/personal/exports/{proposalId}', { params: { proposalId } }),
    {
      invalidates: [OPERATORS],
      onDone: ({ lines }) =>
        download(`guidepost-${proposalId}.jsonl`, `${lines.join('\n')}\n`, 'application/x-ndjson'),
    },
  );
  if (collectedAt !== null)
    return (
      <p className="soft">
        {words.collected} <When at={collectedAt} />
      </p>
    );
  if (collectUntil === null) return null;
  if (Date.parse(collectUntil) <= Date.now()) return <p className="soft">{words.expired}</p>;
  return (
    <div className="stack-s">
      <p className="soft">
        {isOwn ? words.once : words.theirs} <When at={collectUntil} />
      </p>
      {refusal && <ErrorState refusal={refusal} />}
      {isOwn && (
        <div className="row">
          <Button tone="main" small icon="download" isPending={isRunning} onPress={() => run(undefined)}>
            {words.verb}
          </Button>
        </div>
      )}
    </div>
  );
}
