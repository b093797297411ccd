import { type AuditSettings, recordEvent } from './audit-log.ts';
import { CHECK } from './queries.ts';
import { type Verification, verifyAuditLog } from './verify.ts';

/** Verifies the whole log, and notes in it what was found; readiness, status and alerts read the last of these notes. */
export async function checkAuditLog(settings: AuditSettings, signal?: AbortSignal): Promise<Verification> {
  const found = await verifyAuditLog(settings.db, settings.anchorFile, signal);
  const { rows, faultCount, digest } = found;
  const [fault = null] = found.faults;
  // Before the note: a log that is broken may not take it.
  if (fault !== null) settings.log.error({ faultCount, fault }, 'The audit log has faults.');
  await recordEvent(settings, {
    ...{ action: CHECK, username: 'system', outcome: 'done' },
    after: { rows, faultCount, fault, digest },
  });
  return found;
}
