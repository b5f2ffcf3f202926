import { expect } from 'chai'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import type { MeasureOptions, Measuring } from '#test/browser/stages/render/lab/measuring.ts'

/** Attempts at a measurement that nobody else disturbs. */
const ATTEMPTS = 5

/** Measures a path until no other program was at work meanwhile. */
export async function measureAlone(
  { measure }: Pick<Measuring, 'measure'>,
  path: string,
  options?: MeasureOptions,
): Promise<Measurement> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const measurement = await measure(path, options)
    if (!measurement.noise.isContaminated) return measurement
  }
  return expect.fail(`Others were at work in each of ${ATTEMPTS} measurements of ${path}`)
}
