import './admin.css';
import { createClient, fetchTransport } from '@vesper/contract';
import { createRoot } from 'react-dom/client';
import { paintBrowserChrome } from '../theme/theme-choice.ts';
import { AdminApp } from './admin-app.tsx';
import { createQueryClient, forgetEndedSession, restoreCache } from './data/query-client.ts';
import { askBeforeHistory } from './data/unsaved.ts';

const root = document.getElementById('root');
const state = document.getElementById('state');
if (root && state) {
  const client = createClient(fetchTransport());
  const cache = createQueryClient();
  restoreCache(cache, state.textContent);
  forgetEndedSession(cache);
  paintBrowserChrome();
  askBeforeHistory();
  createRoot(root).render(<AdminApp client={client} cache={cache} />);
}
