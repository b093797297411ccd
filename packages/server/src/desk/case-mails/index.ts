export { type CaseMail, composeMail } from './compose.ts';
export { languageOf } from './language.ts';
