import { expect } from 'chai'
import { throttleFetches } from '#shared/adapters/kafka/consumer/consumer-run.ts'

describe('throttleFetches', () => {
  it('handles each batch at once, and pauses once for the batches of one fetch', async () => {
    const handed: { batch: number; at: number }[] = []
    const handle = throttleFetches(
      async (batch: number) => void handed.push({ batch, at: performance.now() }),
    )
    const began = performance.now()
    const resting = handle(1)
    expect(handed, 'before it rests').to.have.length(1)
    await resting
    const restedAt = performance.now()
    for (const batch of [2, 3, 4]) await handle(batch)
    expect(handed.map(({ batch }) => batch)).to.deep.equal([1, 2, 3, 4])
    expect((handed[0]?.at ?? 0) - began).to.be.below(restedAt - began)
    expect(restedAt - began).to.be.at.least(249)
    // Less than a pause.
    expect((handed[3]?.at ?? 0) - restedAt).to.be.below(249)
  })

  it('rejects with the error of the handler', async () => {
    const handle = throttleFetches(() => Promise.reject(new Error('no')))
    const outcome = await handle(1).catch((error: Error) => error.message)
    expect(outcome).to.equal('no')
  })
})
