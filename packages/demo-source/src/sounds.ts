const RATE = 'sample_rate=44100';

/** Sine tones (Hz) sounding together, swelling gently; lower tones are a little louder. */
export function chord(...tones: number[]): string {
  const parts = tones.map((tone, index) => `${(1 / (index + 1.5)).toFixed(2)}*sin(2*PI*${tone}*t)`);
  return `aevalsrc=exprs='${(0.25 / Math.sqrt(tones.length)).toFixed(3)}*(${parts.join('+')})*(1+0.3*sin(2*PI*0.2*t))':${RATE}`;
}

/** Plucked sine tones (Hz), one after another, over and over. */
export function arpeggio(notesPerSecond: number, ...tones: number[]): string {
  const beat = `t*${notesPerSecond}`;
  const note = (tone: number, index: number) =>
    `eq(mod(floor(${beat}),${tones.length}),${index})*sin(2*PI*${tone}*t)`;
  const fade = `exp(-3.5*mod(${beat},1))*min(1,mod(${beat},1)*40)`;
  return `aevalsrc=exprs='0.25*(${tones.map(note).join('+')})*${fade}':${RATE}`;
}

/** A quiet tone (Hz) with a beep each second, as test charts have it. */
export function beeps(tone: number): string {
  return `sine=frequency=${tone}:beep_factor=4:${RATE},volume=0.5`;
}

/** A steady tone (Hz). */
export function tone(frequency: number): string {
  return `sine=frequency=${frequency}:${RATE},volume=0.6`;
}

/** Quiet brown noise, like surf far away, coming and going every `seconds`. */
export function surf(seconds: number, seed: number): string {
  const noise = `anoisesrc=color=brown:amplitude=0.4:seed=${seed}:${RATE}`;
  return `${noise},volume='0.35+0.25*sin(2*PI*t/${seconds})':eval=frame`;
}

/** The two expressions of a stereo pair, as `scope` draws them, at low volume. */
export function stereo(left: string, right: string): string {
  return `aevalsrc=exprs='0.12*(${left})|0.12*(${right})':${RATE}`;
}
