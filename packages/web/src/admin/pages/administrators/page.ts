import { Users } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Access', label: 'Administrators', icon: Users } satisfies PageLink;
