import { KeyRound } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Access', label: 'API', icon: KeyRound },
  load: {
    api: () => import('./api-page.tsx'),
  },
});
