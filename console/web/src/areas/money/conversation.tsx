/** What both sides wrote about a disputed line, the oldest first, and the form below it. All of it is text, files are for the disk. */
import { MessageFiles } from '../../parts/files.tsx';
import { Section } from '../../parts/page.tsx';
import { EmptyState, Note } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
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
      <MessageFiles
        files={files}
        addressOf={(fileId) =>
          moneyAddress(source, '/disputes/{disputeId}/files/{fileId}', { disputeId, fileId })
        }
      />
    </li>
  );
}
