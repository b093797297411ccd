import { StartError } from '../kernel/lib/start-error.ts';
import { type Env, matching } from './read-setting.ts';

export interface TraceSettings {
  /** The collector's base address. */
  endpoint: string;
  /** Of the requests and jobs that nothing traced has led to, from 0 to 1. */
  share: number;
}

const DEFAULT_SHARE = '0.05';
const BAD_SHARE = 'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.05.';

/** OTEL_*, named as OpenTelemetry names them. */
export function readTraceSettings(env: Env): TraceSettings | undefined {
  const share = matching(
    env.OTEL_TRACES_SAMPLER_ARG || DEFAULT_SHARE,
    /^(?:[01]|[01]\.0*|0?\.\d+)$/,
    BAD_SHARE,
  );
  const given = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return given ? { endpoint: readEndpoint(given), share: Number(share) } : undefined;
}

function readEndpoint(text: string): string {
  const url = URL.parse(text);
  const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!url || !isPlain || !['http:', 'https:'].includes(url.protocol))
    throw new StartError('OTEL_EXPORTER_OTLP_ENDPOINT must be a bare address such as http://127.0.0.1:4318.');
  return url.href;
}
