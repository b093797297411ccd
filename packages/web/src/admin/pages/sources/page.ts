import { Rss } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Intake', label: 'Sources', icon: Rss } satisfies PageLink;
