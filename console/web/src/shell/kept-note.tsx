/** Above a form that has what was typed before the page was opened. */
import { Button } from '../parts/button.tsx';
import { Note } from '../parts/states.tsx';
import { useTexts } from './preferences.tsx';

export function KeptNote({ onDiscard }: { onDiscard: () => void }) {
  const words = useTexts().frame.kept;
  return (
    <Note>
      {words.text}{' '}
      <Button small tone="quiet" onPress={onDiscard}>
        {words.discard}
      </Button>
    </Note>
  );
}
