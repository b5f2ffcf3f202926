import type { IsolatedWorld, PageScript } from '../../tab/isolated-world.ts'

/** Long compared with the clock resolution of 0.1 ms, short compared with the load of a page. */
const TARGET_LOOP_MS = 12.5
const TRIAL_ITERATIONS = 2_000_000

const measureLoopScript: PageScript<number, number> = { main: fastestLoop }

/**
 * Calibrates a loop of constant work in the process of the page, whose duration shows the current speed. Chooses the number of iterations
 * so that the loop takes `TARGET_LOOP_MS`, in an idle page.
 */
export async function calibrate(world: IsolatedWorld) {
  // The first run includes compilation.
  await world.run(measureLoopScript, TRIAL_ITERATIONS)
  const trialMs = await world.run(measureLoopScript, TRIAL_ITERATIONS)
  const iterations = Math.round((TRIAL_ITERATIONS * TARGET_LOOP_MS) / Math.max(trialMs, 0.1))
  return {
    /** Milliseconds of the loop during the calibration, without throttling. */
    baseMs: Math.min(
      await world.run(measureLoopScript, iterations),
      await world.run(measureLoopScript, iterations),
    ),
    /** Milliseconds of the loop at the moment; null when the page does not answer within `timeoutMs`. */
    measureLoop: (otherWorld: IsolatedWorld, timeoutMs: number) =>
      otherWorld.runWithin(measureLoopScript, iterations, timeoutMs),
  }
}

/** Runs in the page. Milliseconds of the fastest of three loops, since interruptions only make a loop slower. */
function fastestLoop(iterations: number): number {
  const loop = () => {
    const from = performance.now()
    let state = 1
    for (let iteration = 0; iteration < iterations; iteration++) state = Math.imul(state, 1103515245) + 12345
    // Never true; it prevents the compiler from removing the loop.
    return state === 0.5 ? state : performance.now() - from
  }
  return Math.min(loop(), loop(), loop())
}
