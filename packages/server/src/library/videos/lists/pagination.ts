import type { Pagination } from '@vesper/contract';

/** The rows of one page: limit and offset. */
export interface Slice {
  offset: number;
  limit: number;
}

/** The maximum of PostgreSQL's `integer`; no list is longer. */
const LONGEST = 2_147_483_647;

/**
 * The rows of a page: none past the end of a list of at most `length` rows. Any page number gives an offset that the
 * database accepts.
 */
export function sliceOf({ page, limit }: { page: number; limit: number }, length = LONGEST): Slice {
  const offset = (page - 1) * limit;
  return offset < length ? { offset, limit } : { offset: 0, limit: 0 };
}

/** The pagination of a list of `total` videos. */
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
