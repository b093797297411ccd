import './styles/app.css';
import { createClient, fetchTransport } from '@vesper/contract';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { Answers, readQuery } from './data/answers.ts';
import { configQuery } from './data/catalogue-queries.ts';
import { restoreAnswers } from './data/saved-answers.ts';
import { findRoute } from './routes.ts';
import { followLinks } from './shell/links.ts';
import { paintBrowserChrome } from './theme/theme-choice.ts';
import { readCard } from './ui/read-card.ts';

const root = document.getElementById('root');
const state = document.getElementById('state');
// Not awaited: the page's code may be in this very file.
if (root && state) {
  start(root, state.textContent).catch(() => {
    // The fallback for browsers without script takes over.
    delete document.documentElement.dataset.js;
  });
}

async function start(root: HTMLElement, state: string): Promise<void> {
  const client = createClient(fetchTransport());
  const cache = new Answers();
  await pause();
  restoreAnswers(cache, state, (id) => readCard(root, id));
  if (readQuery(cache, configQuery(client))?.deterrents)
    import('./shell/deterrents.ts').then(({ deterCopying }) => deterCopying()).catch(() => {});
  await pause();
  // Hydrate only once the page's own code has loaded.
  await findRoute(new URL(location.href)).route.load();
  // In a transition React works in slices: the page stays responsive.
  startTransition(() => {
    hydrateRoot(root, <App client={client} cache={cache} />);
  });
  followLinks({ findRoute, cache, client });
  // Reading a colour forces a style pass; the served one is the default theme's.
  const { theme, themeDefault } = document.documentElement.dataset;
  if (theme !== themeDefault) paintBrowserChrome();
}

/** Yields, so that a tap between two parts of the start is handled. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
