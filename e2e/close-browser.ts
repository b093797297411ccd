import { afterAll } from 'vitest';
import { closeBrowser } from '../packages/web/test/browser.ts';

/** Closes a test file's shared browser after its last test, passed or failed. */
afterAll(closeBrowser);
