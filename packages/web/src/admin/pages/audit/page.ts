import { FileClock } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Access', label: 'Audit log', icon: FileClock },
  load: {
    audit: () => import('./audit-page.tsx'),
  },
});
