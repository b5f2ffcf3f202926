import { expect } from 'chai'
import { throttleFetches } from '#shared/adapters/kafka/consumer/consumer-run.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('throttleFetches', () => {
  const clock = driveClockInEachTest()

  it('handles each batch at once, and pauses once for the batches of one fetch', async () => {
    const began = clock.now()
    const handed: [batch: number, atMs: number][] = []
    const handle = throttleFetches(async (batch: number) => void handed.push([batch, clock.now() - began]))
    for (const batch of [1, 2, 3, 4]) await clock.run(handle(batch))
    expect(handed).to.deep.equal([
      [1, 0],
      [2, 250],
      [3, 250],
      [4, 250],
    ])
    await clock.pass(250)
    await clock.run(handle(5))
    expect([handed[4], clock.now() - began]).to.deep.equal([[5, 500], 750])
  })

  it('rejects with the error of the handler', async () => {
    const handle = throttleFetches(() => Promise.reject(new Error('no')))
    const outcome = await handle(1).catch((error: Error) => error.message)
    expect(outcome).to.equal('no')
  })
})
