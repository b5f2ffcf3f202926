import { once } from 'node:events'
import { expect } from 'chai'
import { startBackgroundWork } from '#stages/batch/background-work.ts'

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
