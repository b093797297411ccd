import type { Pagination } from '@vesper/contract';

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
