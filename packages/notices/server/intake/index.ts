export { createFormProofs } from './form-proof.ts';
