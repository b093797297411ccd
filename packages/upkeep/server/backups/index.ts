export { type BackupParts, chooseBackup } from './commands.ts';
export { type ErasedList, noteErasedIn, readErased } from './erased.ts';
export { moveFiles, refuseUnknownPlaces, restoreFiles } from './files.ts';
export { findWithFiles, type KeptSettings, listWhole, type Manifest, readManifest } from './manifest.ts';
export { DamagedError, meter } from './parts.ts';
export { listWaitingJobs, unmarkRestoring, type WaitingJob } from './queries.ts';
export {
  blameRows,
  compareTables,
  fillDatabase,
  finishDatabase,
  readJobs,
  readSettings,
  refuseNewerBackup,
  requireRoom,
} from './restore-database.ts';
export type { KeepRule } from './retention.ts';
export { type BackupState, readBackupState } from './state.ts';
