/**
 * Node's flags for a worker. A crawl creates and drops millions of small objects; by default Node lets the heap grow to
 * many times of the live data before collecting, which costs a hundred megabytes and saves little.
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/** A web process that has just started holds 25 MB less so. */
export const WEB_FLAGS: readonly string[] = ['--max-semi-space-size=4'];
