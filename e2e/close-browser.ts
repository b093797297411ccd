import { afterAll } from 'vitest';
import { closeBrowser } from '../packages/web/test/browser.ts';

/** For every file of tests: the browser that its visitors shared goes when its last test has ended, however. */
afterAll(closeBrowser);
