import { Download } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Intake', label: 'Jobs', icon: Download },
  load: {
    jobs: () => import('./jobs-page.tsx'),
    job: () => import('./job-page.tsx'),
  },
});
