import type { Pagination } from '@vesper/contract';

/** The rows of one page: so many, after so many others. */
export interface Slice {
  offset: number;
  limit: number;
}

/** PostgreSQL's `integer` ends here, and no list is longer. */
const LONGEST = 2_147_483_647;

/**
 * Which rows of a list a page shows: none past the end of a list of at most `length` rows. However great the page's
 * number, the offset is one that the database can count to.
 */
export function sliceOf({ page, limit }: { page: number; limit: number }, length = LONGEST): Slice {
  const offset = (page - 1) * limit;
  return offset < length ? { offset, limit } : { offset: 0, limit: 0 };
}

/** Where a page stands in a list of `total` videos. */
export function paginate(
  { page, limit }: { page: number; limit: number },
  total: number,
  totalIsCapped = false,
): Pagination {
  const totalPages = Math.ceil(total / limit);
  return {
    page,
    limit,
    totalPages,
    totalVideos: total,
    totalIsCapped,
    hasPreviousPage: page > 1 && totalPages > 0,
    hasNextPage: page < totalPages,
  };
}
