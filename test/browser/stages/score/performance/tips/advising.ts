import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { performanceResult } from '#stages/score/performance/performance-result.ts'
import type { MeasureOptions, Measuring } from '#test/browser/stages/render/lab/measuring.ts'
import { measuring, parametersFor } from '#test/browser/stages/render/lab/measuring.ts'
import { eventually } from '#test/contract/eventually.ts'
import type { Route } from '#test/support/sites/target-site.ts'

export interface Advised {
  readonly measurement: Measurement
  /** The message of each tip, by its id. */
  readonly tips: Readonly<Record<string, string>>
}

export interface Advising extends Measuring {
  /** Measures a page of the site in the lab, and gives the advice on it. */
  advise(path: string, options?: MeasureOptions): Promise<Advised>
  /**
   * Measures it until the tip is not given, again and again: where the machine takes long, it may be given for the time
   * that this took.
   */
  doesWithout(path: string, tip: string): Promise<void>
}

/** A site of these pages for the suite that this is called in. */
export function advising(routes: Readonly<Record<string, Route>>): Advising {
  const lab = measuring(routes)
  const advise: Advising['advise'] = async (path, options) => {
    const measurement = await lab.measureAll(path, options)
    const result = performanceResult(measurement, parametersFor(lab.site().url(path), options), Date.now())
    const tips = result.tips.map(({ tip_id, message }) => [tip_id, message] as const)
    return { measurement, tips: Object.fromEntries(tips) }
  }
  return {
    ...lab,
    advise,
    doesWithout: (path, tip) => eventually(async () => !(tip in (await advise(path)).tips)),
  }
}
