export { type AuditSettings, beginAct, recordActs, recordEvent, recordSystemEvent } from './audit-log.ts';
export { auditRoutes } from './routes.ts';
export { verifyAuditLog } from './verify.ts';
