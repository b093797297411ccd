/**
 * Node's flags for a worker. A crawl creates and drops millions of small objects; by default Node lets the heap grow to
 * many times of the live data before collecting, which costs a hundred megabytes and saves little.
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * The same for a web process: by default it holds twice as much under load. A smaller young generation saves no memory
 * there, and 20 MB at rest, but each page allocates a megabyte: with a quarter of it, one costs a tenth more. Without
 * pretenuring: from a few collections during open requests V8 would conclude that what they make lives long, and allocate
 * the next of it in the old generation.
 */
export const WEB_FLAGS: readonly string[] = [...WORKER_FLAGS, '--no-allocation-site-pretenuring'];

/** glibc gives each thread a heap of its own, eight for each core, and seldom returns any: 10 MB at rest, 30 under load. */
export const WEB_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };
