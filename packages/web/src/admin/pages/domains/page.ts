import { Globe } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Site', label: 'Domains', icon: Globe },
  load: {
    domains: () => import('./domains-page.tsx'),
    domain: () => import('./domain-page.tsx'),
  },
});
