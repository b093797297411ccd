export { writeAnchor } from './anchor.ts';
export { type AuditSettings, beginAct, recordActs, recordEvent, recordSystemEvent } from './audit-log.ts';
export { selectHead } from './queries.ts';
export { auditRoutes } from './routes.ts';
export { verifyAuditLog } from './verify.ts';
