/** Picks an operation of the API, runs it as the merchant of this page, and shows it as code. */
import { Button } from '../../parts/button.tsx';
import { ComboField } from '../../parts/choices.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx';
import { useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useExplorerDocument } from './explorer-document.ts';
import { ExplorerRequest } from './explorer-form.tsx';
import './developers.css';

export default function ExplorerPage() {
  const words = useTexts().developers.explorer;
  const document = useExplorerDocument();
  const [filters, change] = useFilters();
  const operations = document.data?.list ?? [];
  const operation = operations.find((one) => one.operationId === filters.operation);
  const options = operations.map(({ operationId, summary, method, path }) => ({
    id: operationId,
    label: operationId,
    help: `${method} ${path} – ${summary ?? ''}`,
  }));
  return (
    <Page title={words.title} lead={words.lead}>
      {document.error && <ErrorState refusal={document.error} onRetry={document.refetch} />}
      {!document.data && !document.error && <Skeleton lines={8} />}
      {document.data && (
        <>
          <ComboField
            name="operation"
            label={words.choose}
            options={options}
            value={filters.operation ?? ''}
            onChange={(id) => change({ operation: id })}
          />
          {operation ? (
            <ExplorerRequest key={operation.operationId} operation={operation} document={document.data} />
          ) : (
            <EmptyState
              icon="explorer"
              title={words.chooseText}
              action={<Button onPress={() => change({ operation: 'listGuides' })}>listGuides</Button>}
            />
          )}
        </>
      )}
    </Page>
  );
}
