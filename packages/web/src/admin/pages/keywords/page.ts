import { TextSearch } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Words', label: 'Keywords', icon: TextSearch },
  load: {
    keywords: () => import('./keywords-page.tsx'),
  },
});
