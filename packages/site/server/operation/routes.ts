import type { Handlers } from '@vesper/core/http/mount.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import { operationState } from './operation.ts';
import { howItIs, type ReportParts } from './report.ts';

export function operationRoutes(parts: ReportParts & { disks: DiskWatch }): Handlers['operation'] {
  return { state: () => operationState(parts.db, parts.disks), report: () => howItIs(parts) };
}
