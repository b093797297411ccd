import type { ListName } from '../../library/lists.ts';

export const SHELF_NAMES: Record<ListName, string> = {
  history: 'History',
  favourites: 'Favourites',
  watchLater: 'Watch later',
  hiddenTags: 'Hidden tags',
};
