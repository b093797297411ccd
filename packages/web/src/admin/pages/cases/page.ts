import { Inbox } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Library', label: 'Notices', icon: Inbox } satisfies PageLink;
