/**
 * Node's flags for a worker. A crawl creates and drops millions of small objects; by default Node lets the heap grow to
 * many times of the live data before collecting, which costs a hundred megabytes and saves little.
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * The same for a web process: by default it holds twice as much under load. A smaller young generation saves no memory
 * there, and 20 MB at rest, but each page allocates a megabyte: with a quarter of it, one costs a tenth more. Nothing is
 * allocated in the old generation because the like of it was there at a few collections: what is open then is over soon,
 * and would hold all that it leads to.
 */
export const WEB_FLAGS: readonly string[] = [...WORKER_FLAGS, '--no-allocation-site-pretenuring'];

/** glibc gives each thread a heap of its own, eight for each core, and seldom returns any: 10 MB at rest, 30 under load. */
export const WEB_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };
