import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Equal, ShieldBan, Tags } from 'lucide-react';

export default {
  categories: { group: 'Library', label: 'Categories and tags', icon: Tags, place: 60 },
  synonyms: { group: 'SEO and languages', label: 'Synonyms', icon: Equal, place: 170 },
  refusedTerms: { group: 'SEO and languages', label: 'Blocked terms', icon: ShieldBan, place: 190 },
} satisfies PageLinks;
