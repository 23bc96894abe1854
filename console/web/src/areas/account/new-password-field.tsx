import { TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';

interface NewPasswordFieldProps {
  /** As the request names it. */
  readonly name?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
}

/** A password that is being chosen: password managers offer one. The server decides what is good enough. */
export function NewPasswordField({ name = 'password', ...rest }: NewPasswordFieldProps) {
  const { passwordHelp } = useTexts().account.fields;
  return (
    <TextField
      {...rest}
      name={name}
      type="password"
      autoComplete="new-password"
      help={passwordHelp}
      minLength={12}
    />
  );
}
