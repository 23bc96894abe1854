/** The frame around all pages, and the pages shown in place of others. */
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { refusalOf } from '../api/errors.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Page } from '../parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../parts/states.tsx';
import { Toasts } from '../parts/toast.tsx';
import { FactorDialog } from './factor-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LanguageChoice, Logo } from './marks.tsx';
import { useTexts } from './preferences.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import './frame.css';

export function Root() {
  const navigate = useNavigate();
  return (
    <AriaRouter navigate={(to) => void navigate({ to })}>
      <Outlet />
      <FactorDialog />
      <SignInDialog />
      <LeaveGuard />
      <Toasts />
    </AriaRouter>
  );
}

/**
 * Around sign-in, registration and what links of mails lead to: one question on a quiet page. What it is about is behind `#`, which a
 * browser changes without loading anything: another link in the same tab is another page.
 */
export function OpenPages() {
  const link = useLocation({ select: ({ hash }) => hash });
  return (
    <div className="open-pages">
      <header>
        <Logo />
        <LanguageChoice />
      </header>
      <main key={link}>
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

/** For addresses without a page, and for other people's companies. */
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
        text={words.notFoundText}
      />
    </Page>
  );
}

/** In place of a page that failed, or whose code could not be loaded; with a button that tries again. */
export function BrokenPage({ error, reset }: { error: unknown; reset: () => void }) {
  const words = useTexts().frame.errors;
  const router = useRouter();
  const [isTrying, setTrying] = useState(false);
  const refusal = refusalOf(error);
  const retry = async () => {
    setTrying(true);
    const [routes] = router.getMatchedRoutes(router.state.location.pathname);
    await Promise.all(routes.map(({ options }) => options.component?.preload?.()));
    setTrying(false);
    reset();
    await router.invalidate();
  };
  const isAway = refusal.reason === 'offline';
  return (
    <Page title={isAway ? words.away : words.broken} {...(!isAway && { lead: words.brokenText })}>
      <ErrorState refusal={refusal} {...(isAway && { sentence: words.awayText })} />
      <div>
        <Button tone="main" isPending={isTrying} onPress={() => void retry()}>
          {words.retry}
        </Button>
      </div>
    </Page>
  );
}
