import { Ticket } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Access', label: 'Tokens', icon: Ticket },
  load: {
    tokens: () => import('./tokens-page.tsx'),
  },
});
