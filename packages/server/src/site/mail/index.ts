export { mailboxOf } from './address.ts';
export { type NewMail, putMail, tendOutbox } from './outbox.ts';
export { countUnsentMails, selectUnsentMails } from './queries.ts';
