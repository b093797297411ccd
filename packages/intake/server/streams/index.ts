export { downloadStream } from './download-stream.ts';
