import { Users } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Access', label: 'Administrators', icon: Users },
  load: {
    administrators: () => import('./administrators-page.tsx'),
  },
});
