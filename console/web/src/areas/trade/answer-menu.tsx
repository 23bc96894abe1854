/** What is kept for messages, beside the field that it goes into. */
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useFilledAnswers } from './answer-data.ts';

interface AnswerMenuProps {
  readonly orderId: string;
  /** Characters that the field takes: longer answers are not offered. */
  readonly longest: number;
  readonly onInsert: (text: string) => void;
}

/** Nothing where nothing is kept. */
export function AnswerMenu({ orderId, longest, onInsert }: AnswerMenuProps) {
  const words = useTexts().trade.answers;
  const answers = useFilledAnswers(orderId).filter(({ text = '' }) => text.length <= longest);
  if (answers.length === 0) return null;
  const entries = answers.map(({ answerId, name, text }) => ({
    id: String(answerId),
    label: text === undefined ? words.unknownYet(name) : name,
    isDisabled: text === undefined,
    onAction: () => onInsert(text ?? ''),
  }));
  return (
    <div>
      <Menu label={words.menu} entries={entries}>
        <Button small icon="copy">
          {words.menu}
          <Icon name="chevron" size={16} />
        </Button>
      </Menu>
    </div>
  );
}
