import { KeyRound } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Access', label: 'API', icon: KeyRound } satisfies PageLink;
