import { Ban } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Library', label: 'Block list', icon: Ban } satisfies PageLink;
