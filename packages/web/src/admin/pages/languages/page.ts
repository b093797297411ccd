import { Languages } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Words', label: 'Languages', icon: Languages } satisfies PageLink;
