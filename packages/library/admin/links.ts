import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Equal, ShieldBan, Tags } from 'lucide-react';

export default {
  categories: { group: 'Library', label: 'Categories and tags', icon: Tags, place: 60, needs: ['catalogue'] },
  synonyms: { group: 'SEO and languages', label: 'Synonyms', icon: Equal, place: 170, needs: ['words'] },
  refusedTerms: {
    group: 'SEO and languages',
    label: 'Blocked terms',
    icon: ShieldBan,
    place: 190,
    needs: ['words'],
  },
} satisfies PageLinks;
