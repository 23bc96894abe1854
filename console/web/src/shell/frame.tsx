/** What stands around all pages, and the pages that stand in for others. */
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { whenSignedOut } from '../api/client.ts';
import { refusalOf } from '../api/errors.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Page } from '../parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../parts/states.tsx';
import { Toasts } from '../parts/toast.tsx';
import { FactorDialog } from './factor-dialog.tsx';
import { LanguageChoice, Logo } from './marks.tsx';
import { useTexts } from './preferences.tsx';
import './frame.css';
import { leaveSession } from './session.ts';

export function Root() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    whenSignedOut(() => {
      if (router.state.location.pathname === '/sign-in') return;
      leaveSession(router.state.location.href);
    });
  }, [router]);
  return (
    <AriaRouter navigate={(to) => void navigate({ to })}>
      <Outlet />
      <FactorDialog />
      <Toasts />
    </AriaRouter>
  );
}

/** Around sign-in, registration and what mails lead to: one question on a quiet page. */
export function OpenPages() {
  return (
    <div className="open-pages">
      <header>
        <Logo />
        <LanguageChoice />
      </header>
      <main>
        <Outlet />
      </main>
    </div>
  );
}

/** While a page's code is on its way. */
export function PendingPage() {
  return (
    <div className="page">
      <Skeleton lines={6} />
    </div>
  );
}

/** Of addresses that nothing stands at, and of companies that are not one's own. */
export function MissingPage() {
  return (
    <main className="content">
      <Missing />
    </main>
  );
}

function Missing() {
  const words = useTexts().frame.errors;
  return (
    <Page title={words.notFound}>
      <EmptyState
        icon="search"
        title={words.notFound}
        action={<ButtonLink to="/">{words.toHome}</ButtonLink>}
      >
        {words.notFoundText}
      </EmptyState>
    </Page>
  );
}

export function BrokenPage({ error }: { error: unknown }) {
  const words = useTexts().frame.errors;
  return (
    <Page title={words.broken} lead={words.brokenText}>
      <ErrorState refusal={refusalOf(error)} />
      <div>
        <Button tone="main" onPress={() => window.location.reload()}>
          {words.reload}
        </Button>
      </div>
    </Page>
  );
}
