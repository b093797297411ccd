import type { Pagination } from '@vesper/contract';

export interface Slice {
  offset: number;
  limit: number;
}

/** PostgreSQL's maximum `integer`. */
const LONGEST = 2_147_483_647;

/** Empty past the end of a list of at most `length` rows; the offset is always one that the database accepts. */
export function sliceOf({ page, limit }: { page: number; limit: number }, length = LONGEST): Slice {
  const offset = (page - 1) * limit;
  return offset < length ? { offset, limit } : { offset: 0, limit: 0 };
}

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
