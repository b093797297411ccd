import path from 'node:path';
import { createYtdlp, type Ytdlp } from '../../intake/readers/index.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Config } from '../settings/config.ts';
import type { OutboundTuning } from './outbound.ts';

/** A process's only yt-dlp, installed or not. */
export function composeYtdlp(config: Config, userAgent: string, { resolveHost }: OutboundTuning = {}): Ytdlp {
  return createYtdlp({
    path: config.ytdlpPath,
    extractors: config.ytdlpExtractors,
    allow: config.outboundAllow,
    userAgent,
    workDirectory: path.join(config.dataDir, 'yt-dlp'),
    ...(resolveHost ? { resolveHost } : {}),
  });
}

/** Throws bad_request with the reason if yt-dlp cannot be used. */
export async function requireYtdlp(ytdlp: Ytdlp): Promise<void> {
  const state = await ytdlp.state();
  if (state.state === 'ready') return;
  throw new AppError('bad_request', `Sources of the kind ytdlp cannot be read here: ${state.sentence}`);
}
