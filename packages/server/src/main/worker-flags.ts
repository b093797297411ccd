/**
 * How Node is started for a worker. A crawl makes and drops millions of small objects; in the large young generation
 * that Node takes by default, that costs a hundred megabytes and saves nothing.
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=4'];
