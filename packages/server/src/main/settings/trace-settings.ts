import { bareUrl, type Env, matching } from './read-setting.ts';

export interface TraceSettings {
  /** The collector's base address. */
  endpoint: string;
  /** Of the requests and jobs that nothing traced has led to, from 0 to 1. */
  share: number;
}

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const DEFAULT_SHARE = '0.05';
const BAD_SHARE = 'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.05.';

/** OTEL_*, named as OpenTelemetry names them. */
export function readTraceSettings(env: Env): TraceSettings | undefined {
  const share = matching(
    env.OTEL_TRACES_SAMPLER_ARG || DEFAULT_SHARE,
    /^(?:[01]|[01]\.0*|0?\.\d+)$/,
    BAD_SHARE,
  );
  const given = env[ENDPOINT];
  return given
    ? { endpoint: bareUrl(ENDPOINT, given, 'http://127.0.0.1:4318'), share: Number(share) }
    : undefined;
}
