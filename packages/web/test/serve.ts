import { startHarness } from './harness.ts';
import { makeMedia } from './make-media.ts';

const harness = await startHarness({ media: makeMedia().folder, port: 4173 });
console.log(`The built web with a catalogue in memory: ${harness.origin}`);
