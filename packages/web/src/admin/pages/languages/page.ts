import { Languages } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Words', label: 'Languages', icon: Languages },
  load: {
    languages: () => import('./languages-page.tsx'),
  },
});
