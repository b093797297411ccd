import { type AuditSettings, recordEvent } from './audit-log.ts';
import { CHECK } from './queries.ts';
import { verifyAuditLog } from './verify.ts';

/** Verifies the whole log, and notes in it what was found; readiness, status and alerts read the last of these notes. */
export async function checkAuditLog(settings: AuditSettings): Promise<void> {
  const { rows, faults, faultCount } = await verifyAuditLog(settings.db, settings.anchorFile);
  const [fault = null] = faults;
  await recordEvent(settings, {
    ...{ action: CHECK, username: 'system', outcome: 'done' },
    after: { rows, faultCount, fault },
  });
  if (fault !== null) settings.log.error({ faultCount, fault }, 'The audit log has faults.');
}
