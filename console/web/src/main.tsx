/** The console in the browser: entry of the build. */
import './styles/fonts.css';
import './tokens.css';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queries.ts';
import { AREAS } from './areas/index.ts';
import { watchPresses } from './parts/press.ts';
import { AreasContext } from './shell/areas.ts';
import { applyTheme, firstLanguage, PreferencesProvider } from './shell/preferences.tsx';
import { createConsoleRouter, fetchFirstPage } from './shell/router.tsx';
import { loadTexts } from './texts/index.ts';

applyTheme();
watchPresses();
void start();

/** Awaited nowhere: what pages fetch imports this very file, and would wait for it. */
async function start(): Promise<void> {
  const language = firstLanguage();
  document.documentElement.lang = language;
  const client = createQueryClient();
  const router = createConsoleRouter(client);
  fetchFirstPage(router, client);
  const texts = await loadTexts(language);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <PreferencesProvider first={{ language, texts }}>
        <QueryClientProvider client={client}>
          <AreasContext value={AREAS}>
            <RouterProvider router={router} />
          </AreasContext>
        </QueryClientProvider>
      </PreferencesProvider>
    </StrictMode>,
  );
}
