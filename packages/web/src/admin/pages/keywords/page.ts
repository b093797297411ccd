import { TextSearch } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Words', label: 'Keywords', icon: TextSearch } satisfies PageLink;
