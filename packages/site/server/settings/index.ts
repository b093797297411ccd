export { type SettingRow, selectSettings } from './queries.ts';
