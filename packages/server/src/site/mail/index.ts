export { mailboxOf } from './address.ts';
export { selectMailMoments } from './figure-queries.ts';
export { type OldMails, sealMailsInClear } from './old-mails.ts';
export { type NewMail, putMail, sentBy } from './outbox.ts';
export { countMailsSince, countUnsentMails, forgetMails, lastMailTo } from './queries.ts';
