export { type BackupParts, chooseBackup } from './commands.ts';
export { type Manifest, readManifest } from './manifest.ts';
export type { WaitingJob } from './queries.ts';
export { fillDatabase, finishDatabase, readJobs, refuseNewerBackup } from './restore-database.ts';
