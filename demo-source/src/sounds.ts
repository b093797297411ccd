const RATE = 'sample_rate=44100';

export function chord(...tones: number[]): string {
  const parts = tones.map((tone, index) => `${(1 / (index + 1.5)).toFixed(2)}*sin(2*PI*${tone}*t)`);
  return `aevalsrc=exprs='${(0.25 / Math.sqrt(tones.length)).toFixed(3)}*(${parts.join('+')})*(1+0.3*sin(2*PI*0.2*t))':${RATE}`;
}

/** A quiet tone in Hz, with a beep per second. */
export function beeps(tone: number): string {
  return `sine=frequency=${tone}:beep_factor=4:${RATE},volume=0.5`;
}

/** The channels as `scope` draws them, at low volume. */
export function stereo({ left, right }: { left: string; right: string }): string {
  return `aevalsrc=exprs='0.12*(${left})|0.12*(${right})':${RATE}`;
}
