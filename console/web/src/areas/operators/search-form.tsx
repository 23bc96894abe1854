/** One box that is sent when somebody asks for it: what may be somebody's phone or address is never in the page's address. */
import type { Refusal } from '../../api/errors.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { useTexts } from '../../shell/preferences.tsx';

export interface SearchFormProps {
  readonly words: { readonly label: string; readonly help: string; readonly verb: string };
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
  readonly refusal: Refusal | null;
  readonly isPending: boolean;
}

export function SearchForm({ words, text, onChange, onSubmit, refusal, isPending }: SearchFormProps) {
  const { audited } = useTexts().operators.search;
  return (
    <Form isThrowaway refusal={refusal ?? undefined} onSubmit={onSubmit}>
      <div className="search-form">
        <TextField
          name="text"
          type="search"
          label={words.label}
          help={`${words.help} ${audited}`}
          value={text}
          onChange={onChange}
          maxLength={128}
          autoFocus
        />
        <Button type="submit" tone="main" icon="search" isPending={isPending}>
          {words.verb}
        </Button>
      </div>
    </Form>
  );
}
