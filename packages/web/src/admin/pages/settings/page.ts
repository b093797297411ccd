import { Settings } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Site', label: 'Settings', icon: Settings },
  load: {
    settings: () => import('./settings-page.tsx'),
  },
});
