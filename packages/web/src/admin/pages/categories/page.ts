import { Tags } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Library', label: 'Categories and tags', icon: Tags },
  load: {
    categories: () => import('./categories-page.tsx'),
  },
});
