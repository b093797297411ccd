import { Agent } from 'node:http';
import { requestRaw } from './ask-as.ts';

const agent = new Agent({ keepAlive: true });

/** As a player asks: fetch would add `no-cache` to conditional requests. */
export function requestMedia(
  url: string,
  asking: { method?: string; headers?: Record<string, string> } = {},
) {
  return requestRaw(url, { ...asking, agent });
}
