import type { PageScript, World } from '../capture/world.ts'

/** A loop of fixed work in the page's process, which tells how fast that is at the moment. */
export interface Calibration {
  /** Milliseconds of the loop as the calibration found the machine: without any slowdown. */
  readonly baseMs: number
  /** Milliseconds of the loop now; null when the page does not answer within `timeoutMs`. */
  take(world: World, timeoutMs: number): Promise<number | null>
}

/** Long beside the clock's 0.1 ms, short beside a page's load. */
const LOOP_MS = 12.5
const TRIAL_TURNS = 2_000_000

const loops: PageScript<number, number> = { main: fastestLoop }

/** Makes the loop as long as it is to be, in a page that does nothing else. */
export async function calibrate(world: World): Promise<Calibration> {
  // The first time it has to be compiled.
  await world.run(loops, TRIAL_TURNS)
  const trialMs = await world.run(loops, TRIAL_TURNS)
  const turns = Math.round((TRIAL_TURNS * LOOP_MS) / Math.max(trialMs, 0.1))
  return {
    baseMs: Math.min(await world.run(loops, turns), await world.run(loops, turns)),
    take: (own, timeoutMs) => own.runWithin(loops, turns, timeoutMs),
  }
}

/** Milliseconds of the fastest of some loops, since an interruption is no measure; in the page. */
function fastestLoop(turns: number): number {
  const loop = () => {
    const from = performance.now()
    let state = 1
    for (let turn = 0; turn < turns; turn++) state = Math.imul(state, 1103515245) + 12345
    // Never so, which keeps the work from being left out.
    return state === 0.5 ? state : performance.now() - from
  }
  return Math.min(loop(), loop(), loop())
}
