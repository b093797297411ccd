import { ld, OWN, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom” from JSON-LD; film /1.mp4 from JSON-LD';
const PAID = 'nothing: The page says that its video is not free (isAccessibleForFree).';
const SUBSCRIBED = 'nothing: The page says that its video is not free (requiresSubscription).';

export const NOT_FREE: PageKinds = {
  heading: 'Videos that are not free',
  kinds: [
    { name: 'isAccessibleForFree: false', head: ld({ ...OWN, isAccessibleForFree: false }), reads: PAID },
    {
      name: 'isAccessibleForFree as an address',
      head: ld({ ...OWN, isAccessibleForFree: 'http://schema.org/False' }),
      reads: PAID,
    },
    { name: 'isAccessibleForFree: true', head: ld({ ...OWN, isAccessibleForFree: true }), reads: FILM },
    {
      name: 'a part that is not free',
      head: ld({
        ...OWN,
        hasPart: { '@type': 'WebPageElement', isAccessibleForFree: 'False', cssSelector: '.player' },
      }),
      reads: PAID,
    },
    {
      name: 'an article that is not free',
      head: ld({ '@type': 'NewsArticle', isAccessibleForFree: false, video: OWN }),
      reads: PAID,
    },
    {
      name: 'requiresSubscription: true',
      head: ld({ ...OWN, requiresSubscription: true }),
      reads: SUBSCRIBED,
    },
    { name: 'requiresSubscription: false', head: ld({ ...OWN, requiresSubscription: 'False' }), reads: FILM },
  ],
};
