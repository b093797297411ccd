import { Radar } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Intake', label: 'Crawler runs', icon: Radar } satisfies PageLink;
