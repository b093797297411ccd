export { recordFinding } from './decisions.ts';
export {
  DuplicateError,
  findBeforeFetching,
  findBeforePublishing,
  findByContent,
  type Newcomer,
} from './findings.ts';
