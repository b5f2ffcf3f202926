import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { type MeasurePorts, measure } from '#stages/render/lab/measure.ts'
import { DeadlineExceeded } from '#stages/render/tab/tab.ts'

const url = 'https://example.com/'
const request = {
  ...{ id: '1', operation: 'performance', lane: 'interactive', url, expiresAt: null, timing: '' },
  parameters: { url, device: 'desktop', waitUntil: 'load', timeout: 5000 },
} as unknown as InspectionRequested

/** A run as far as its noise goes. */
const run = (isContaminated: boolean, foreignCpu: number, processingMs = 1000) =>
  ({
    processingMs,
    noise: { isContaminated, foreignCpu, discardedRuns: 0 },
  }) as Measurement

/** Tabs whose runs have these outcomes, one after the other. */
function tabsOf(outcomes: (Measurement | Error)[]) {
  const deadlines: number[] = []
  const useExclusive = async (_work: unknown, { deadlineMs }: { deadlineMs: number }) => {
    deadlines.push(deadlineMs)
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const ports = { tabs: { useExclusive }, logger: { warn() {} } } as unknown as MeasurePorts
  const signal = new AbortController().signal
  return { deadlines, measure: () => measure(ports, request, signal) }
}

describe('measure', () => {
  it('returns the first undisturbed run', async () => {
    const { measure, deadlines } = tabsOf([run(false, 0.1)])
    expect((await measure()).noise).to.include({ isContaminated: false, discardedRuns: 0 })
    expect(deadlines).to.have.length(1)
    expect(deadlines[0]).to.be.at.most(5000 + 15_000)
  })

  it('repeats a disturbed run', async () => {
    const { measure } = tabsOf([run(true, 0.6), run(false, 0.1)])
    expect((await measure()).noise).to.deep.equal({
      ...{ isContaminated: false, foreignCpu: 0.1, discardedRuns: 1 },
    })
  })

  it('returns the least disturbed run when all are disturbed, and marks it', async () => {
    const { measure } = tabsOf([run(true, 0.6), run(true, 0.3)])
    expect((await measure()).noise).to.deep.equal({
      ...{ isContaminated: true, foreignCpu: 0.3, discardedRuns: 1 },
    })
  })

  it('keeps the first run when the second was disturbed more', async () => {
    const { measure } = tabsOf([run(true, 0.3), run(true, 0.6)])
    expect((await measure()).noise).to.include({ foreignCpu: 0.3, discardedRuns: 1 })
  })

  it('does not repeat a run without enough time', async () => {
    const { measure, deadlines } = tabsOf([run(true, 0.6, 16_000)])
    expect((await measure()).noise).to.include({ isContaminated: true, discardedRuns: 0 })
    expect(deadlines).to.have.length(1)
  })

  it('returns the first run when the second fails', async () => {
    const { measure } = tabsOf([run(true, 0.6), new Failure('URL_UNREACHABLE', 'gone')])
    expect((await measure()).noise).to.include({ foreignCpu: 0.6 })
  })

  it('rejects like the first run', async () => {
    const failure = new Failure('URL_UNREACHABLE', 'gone')
    expect(
      await tabsOf([failure])
        .measure()
        .catch((error: unknown) => error),
    ).to.equal(failure)
  })

  it('reports TIMEOUT when the deadline of the tab has passed', async () => {
    const error = await tabsOf([new DeadlineExceeded()])
      .measure()
      .catch((reason: unknown) => reason)
    expect(error).to.include({ code: 'TIMEOUT', message: 'The page could not be measured within 5000 ms' })
    expect((error as Failure).details).to.deep.equal({ url, timeout_ms: 5000 })
  })
})
