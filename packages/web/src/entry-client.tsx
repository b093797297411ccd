import './styles/app.css';
import { createClient, fetchTransport } from '@vesper/contract';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient, restoreCache } from './data/query-client.ts';
import { paintBrowserChrome } from './theme/theme-choice.ts';

const root = document.getElementById('root');
const state = document.getElementById('state');
if (root && state) {
  const cache = createQueryClient();
  restoreCache(cache, state.textContent);
  paintBrowserChrome();
  hydrateRoot(root, <App client={createClient(fetchTransport())} cache={cache} />);
}
