import { ShieldBan } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Words', label: 'Refused terms', icon: ShieldBan } satisfies PageLink;
