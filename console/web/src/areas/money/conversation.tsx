/** What both sides wrote about a disputed line, the oldest first, and the form below it. All of it is text, files are for the disk. */
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { EmptyState, Note } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { type DisputeThread, type MoneySource, moneyAddress } from './data.ts';
import { MessageForm } from './message-form.tsx';

type Message = DisputeThread['conversation'][number];

interface ConversationProps {
  readonly source: MoneySource;
  readonly dispute: DisputeThread;
  readonly mayWrite: boolean;
}

export function Conversation({ source, dispute, mayWrite }: ConversationProps) {
  const words = useTexts().money.dispute;
  const { conversation, disputeId, closedBecause, writeUntil } = dispute;
  return (
    <Section title={words.conversation}>
      {conversation.length === 0 && <EmptyState icon="message" title={words.empty} />}
      {conversation.length > 0 && (
        <ol className="thread" aria-label={words.conversation}>
          {conversation.map((message) => (
            <MessageItem key={message.messageId} message={message} source={source} disputeId={disputeId} />
          ))}
        </ol>
      )}
      {closedBecause !== null && <Note>{words.closed}</Note>}
      {closedBecause === null && !mayWrite && <Note>{words.onlyReads}</Note>}
      {closedBecause === null && mayWrite && <MessageForm source={source} disputeId={disputeId} />}
      {closedBecause === null && writeUntil !== null && (
        <p className="soft">
          {words.until} <When at={writeUntil} isExact />
        </p>
      )}
    </Section>
  );
}

function MessageItem({
  message,
  source,
  disputeId,
}: {
  message: Message;
  source: MoneySource;
  disputeId: string;
}) {
  const words = useTexts().money.dispute;
  const { side, name, isOwn, text, createdAt, readAt, files } = message;
  const isOurs = side === (source.isForOperators ? 'operator' : 'merchant');
  return (
    <li className={isOurs ? 'said-item ours' : 'said-item'}>
      <p className="row row-between">
        <span>
          <strong>{isOwn ? `${name} (${words.you})` : name}</strong>{' '}
          <span className="soft">{words.sides[side]}</span>
        </span>
        <span className="soft">
          <When at={createdAt} />
          {isOurs && ` · ${readAt === null ? words.unread : words.read}`}
        </span>
      </p>
      <p className="said">{text}</p>
      {files.length > 0 && (
        <ul className="said-files" aria-label={words.files}>
          {files.map((file) => (
            <li key={file.fileId}>
              <a
                href={moneyAddress(source, '/disputes/{disputeId}/files/{fileId}', {
                  disputeId,
                  fileId: file.fileId,
                })}
                download={file.name}
                aria-label={words.download(file.name)}
              >
                <Icon name="download" size={16} /> {file.name}
              </a>{' '}
              <FileSize bytes={file.size} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function FileSize({ bytes }: { bytes: number }) {
  const locale = useLocaleTag();
  const isLarge = bytes >= 1_000_000;
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return <span className="soft">{format.format(Math.max(bytes / (isLarge ? 1_000_000 : 1_000), 1))}</span>;
}
