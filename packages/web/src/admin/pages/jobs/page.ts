import { Download } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Intake', label: 'Jobs', icon: Download } satisfies PageLink;
