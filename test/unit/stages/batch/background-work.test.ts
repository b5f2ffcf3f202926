import { once } from 'node:events'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { startBackgroundWork, startSteps } from '#stages/batch/background-work.ts'

describe('startBackgroundWork', () => {
  it('starts at once, and stops when the work has ended', async () => {
    const steps: string[] = []
    const ending = Promise.withResolvers<void>()
    const stop = startBackgroundWork(async (signal) => {
      steps.push('started')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      steps.push('aborted')
      await ending.promise
      steps.push('ended')
    })
    expect(steps).to.deep.equal(['started'])
    const stopped = stop().then(() => steps.push('stopped'))
    await Promise.resolve()
    expect(steps).to.deep.equal(['started', 'aborted'])
    ending.resolve()
    await stopped
    expect(steps).to.deep.equal(['started', 'aborted', 'ended', 'stopped'])
  })

  it('ignores the error of work that was stopped', async () => {
    const stop = startBackgroundWork(async (signal) => {
      await once(signal, 'abort')
      throw signal.reason
    })
    await stop()
  })

  it('does not swallow an earlier error', async () => {
    const stop = startBackgroundWork(() => Promise.reject(new Error('a mistake')))
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    const error = await stop().catch((reason: Error) => reason.message)
    expect(error).to.equal('a mistake')
  })
})

describe('startSteps', () => {
  const lines: [level: string, message: string][] = []
  const note = (level: string) => (_: unknown, message?: string) => void lines.push([level, message ?? ''])
  const logger = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') }

  it('does steps until it is stopped; one that fails is logged and done again', async () => {
    const done = Promise.withResolvers<void>()
    const failures = [unavailable('disk'), new Error('a mistake')]
    let steps = 0
    const stop = startSteps({
      ...{ logger, failure: 'a step failed', retryMs: 0 },
      async step() {
        steps += 1
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        if (steps === 4) done.resolve()
        return steps < 4 ? 0 : 60_000
      },
    })
    await done.promise
    await stop()
    expect(steps).to.equal(4)
    expect(lines).to.deep.equal([
      ['debug', 'a step failed'],
      ['error', 'a step failed'],
    ])
  })
})
