import type { IsolatedWorld, PageScript } from '../../tab/isolated-world.ts'

/** A loop of fixed work in the page's process, which tells how fast that is at the moment. */
export interface Calibration {
  /** Milliseconds of the loop as the calibration found the machine: without any slowdown. */
  readonly baseMs: number
  /** Milliseconds of the loop now; null when the page does not answer within `timeoutMs`. */
  measureLoop(world: IsolatedWorld, timeoutMs: number): Promise<number | null>
}

/** Long beside the clock's 0.1 ms, short beside a page's load. */
const TARGET_LOOP_MS = 12.5
const TRIAL_ITERATIONS = 2_000_000

const measureLoopScript: PageScript<number, number> = { main: fastestLoop }

/** Makes the loop as long as it is to be, in a page that does nothing else. */
export async function calibrate(world: IsolatedWorld): Promise<Calibration> {
  // The first time it has to be compiled.
  await world.run(measureLoopScript, TRIAL_ITERATIONS)
  const trialMs = await world.run(measureLoopScript, TRIAL_ITERATIONS)
  const iterations = Math.round((TRIAL_ITERATIONS * TARGET_LOOP_MS) / Math.max(trialMs, 0.1))
  return {
    baseMs: Math.min(
      await world.run(measureLoopScript, iterations),
      await world.run(measureLoopScript, iterations),
    ),
    measureLoop: (otherWorld, timeoutMs) => otherWorld.runWithin(measureLoopScript, iterations, timeoutMs),
  }
}

/** Milliseconds of the fastest of some loops, since an interruption is no measure; in the page. */
function fastestLoop(iterations: number): number {
  const loop = () => {
    const from = performance.now()
    let state = 1
    for (let iteration = 0; iteration < iterations; iteration++) state = Math.imul(state, 1103515245) + 12345
    // Never so, which keeps the work from being left out.
    return state === 0.5 ? state : performance.now() - from
  }
  return Math.min(loop(), loop(), loop())
}
