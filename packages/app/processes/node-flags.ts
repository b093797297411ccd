/** A crawl churns millions of small objects: by default the heap grows by a hundred megabytes and saves little work. */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * Not a smaller young generation: each page allocates a megabyte, and costs a tenth more with a quarter of it. Without
 * pretenuring: after collections during open requests V8 would allocate short-lived objects in the old generation.
 */
export const WEB_FLAGS: readonly string[] = [...WORKER_FLAGS, '--no-allocation-site-pretenuring'];

/** By default glibc keeps eight heaps per core, and seldom returns any: 10 MB at rest, 30 under load. */
export const WEB_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };
