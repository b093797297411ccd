import { Copy } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Library', label: 'Duplicates', icon: Copy } satisfies PageLink;
