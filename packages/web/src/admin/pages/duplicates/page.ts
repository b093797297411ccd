import { Copy } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Library', label: 'Duplicates', icon: Copy },
  load: {
    duplicates: () => import('./duplicates-page.tsx'),
  },
});
