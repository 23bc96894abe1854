/** A page that says what has been done, and leads to the sign-in. */
import type { ReactNode } from 'react';
import { ButtonLink } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';

/** @param email is filled in there. */
export function Done({
  title,
  email,
  children,
}: {
  title: string;
  email?: string | undefined;
  children: ReactNode;
}) {
  const words = useTexts().account;
  return (
    <Page title={title}>
      <Note tone="good">{children}</Note>
      <div>
        <ButtonLink tone="main" to="/sign-in" {...(email && { search: { email } })}>
          {words.toSignIn}
        </ButtonLink>
      </div>
    </Page>
  );
}
