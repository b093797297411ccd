export { cleanNow } from './cleaning.ts';
