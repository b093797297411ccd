export { type Anchor, writeAnchor } from './anchor.ts';
export {
  type AuditEvent,
  type AuditSettings,
  beginAct,
  recordActs,
  recordEvent,
  recordSystemEvent,
} from './audit-log.ts';
export { type Proof, proofAbout } from './proof.ts';
export { isAuditBroken } from './queries.ts';
export { SEALED } from './secrets.ts';
export { verifyAuditLog } from './verify.ts';
