/** A copyright notice is a case like all others. */
export { default } from '../cases/case-page.tsx';
