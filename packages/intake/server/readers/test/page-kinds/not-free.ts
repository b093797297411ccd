import { alike, ld, OWN, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom” from JSON-LD; film /1.mp4 from JSON-LD';
const PAID = 'nothing: The page says that its video is not free (isAccessibleForFree).';
const SUBSCRIBED = 'nothing: The page says that its video is not free (requiresSubscription).';

export const NOT_FREE: PageKinds = {
  heading: 'Videos that are not free',
  kinds: [
    ...alike(PAID, {
      'isAccessibleForFree: false': ld({ ...OWN, isAccessibleForFree: false }),
      'isAccessibleForFree as an address': ld({ ...OWN, isAccessibleForFree: 'http://schema.org/False' }),
      'a part that is not free': ld({
        ...OWN,
        hasPart: { '@type': 'WebPageElement', isAccessibleForFree: 'False', cssSelector: '.player' },
      }),
      'an article that is not free': ld({ '@type': 'NewsArticle', isAccessibleForFree: false, video: OWN }),
    }),
    {
      name: 'requiresSubscription: true',
      head: ld({ ...OWN, requiresSubscription: true }),
      reads: SUBSCRIBED,
    },
    { name: 'requiresSubscription: false', head: ld({ ...OWN, requiresSubscription: 'False' }), reads: FILM },
    { name: 'isAccessibleForFree: true', head: ld({ ...OWN, isAccessibleForFree: true }), reads: FILM },
  ],
};
