import { Equal } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Words', label: 'Synonyms', icon: Equal } satisfies PageLink;
