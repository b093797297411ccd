export { mailboxOf } from './address.ts';
export { type NewMail, putMail, sentBy } from './outbox.ts';
export { countMailsSince, countUnsentMails, forgetMails, lastMailTo, selectMailMoments } from './queries.ts';
