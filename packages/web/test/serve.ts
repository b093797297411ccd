import { startHarness } from './harness.ts';

const harness = await startHarness(4173);
console.log(`The built web with a catalogue in memory: ${harness.origin}`);
