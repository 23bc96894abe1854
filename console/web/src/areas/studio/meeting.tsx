/** Somebody else saved meanwhile: what they changed, and the choice where both did. Nothing that was typed is lost. */
import { Button } from '../../parts/button.tsx';
import { Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft, Field, Meeting } from './draft.ts';

interface MeetingProps {
  readonly meeting: Meeting;
  readonly saved: Draft;
  readonly draft: Draft;
  readonly onTake: (field: Field) => void;
}

export function MeetingNote({ meeting, saved, draft, onTake }: MeetingProps) {
  const words = useTexts().studio.editor;
  const open = meeting.both.filter((field) => textOf(draft[field]) !== textOf(saved[field]));
  return (
    <div role="alert">
      <Note tone="warning">
        <div className="meeting">
          <p>
            <strong>{words.met.title}</strong> {words.met.kept}
          </p>
          {meeting.theirs.length > 0 && (
            <p>
              {words.met.theirs} {meeting.theirs.map((field) => words.fields[field]).join(', ')}.
            </p>
          )}
          {open.map((field) => (
            <div key={field} className="item">
              <strong>{words.fields[field]}</strong>
              <span>
                {words.met.yours}: <q>{textOf(draft[field])}</q>
              </span>
              <span>
                {words.met.saved}: <q>{textOf(saved[field])}</q>
              </span>
              <div>
                <Button small onPress={() => onTake(field)}>
                  {words.met.take}
                </Button>
              </div>
            </div>
          ))}
          <p>{open.length > 0 ? words.met.saveOver : words.met.saveBoth}</p>
        </div>
      </Note>
    </div>
  );
}

/** Lists and terms as people can read them, near enough to choose. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '–';
  if (typeof value === 'object') return Object.values(value).map(textOf).join(' · ');
  return String(value);
}
