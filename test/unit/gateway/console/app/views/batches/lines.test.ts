import { expect } from 'chai'
import { findRows, firstLine } from '#gateway/console/app/views/batches/lines.ts'

/** A stream of these chunks; `taken` tells how many were asked for, `isCancelled` whether the reader gave up. */
function streamOf(chunks: readonly (string | Uint8Array)[]) {
  const state = { taken: 0, isCancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[state.taken]
        if (chunk === undefined) return controller.close()
        state.taken += 1
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
      },
      cancel() {
        state.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, state }
}

describe('lines of a stream', () => {
  it('the first one is put together from its chunks, and nothing after it is read', async () => {
    const { stream, state } = streamOf(['{"n"', ':1}\n{"n":', '2}\n', '{"n":3}\n'])
    expect(await firstLine(stream)).to.equal('{"n":1}')
    expect(state).to.deep.equal({ taken: 2, isCancelled: true })
  })

  it('a character may be cut between two chunks', async () => {
    const bytes = new TextEncoder().encode('é\n')
    const { stream } = streamOf([bytes.slice(0, 1), bytes.slice(1)])
    expect(await firstLine(stream)).to.equal('é')
  })

  it('the last line needs no end', async () => {
    expect(await firstLine(streamOf(['\n', '{"n":1}']).stream)).to.equal('{"n":1}')
  })

  it('an empty stream has none', async () => {
    expect(await firstLine(streamOf([]).stream)).to.equal(null)
  })

  it('rows that match are found until there are enough of them', async () => {
    const { stream, state } = streamOf(['{"n":1}\n{"n":2}\n', '{"n":3}\n{"n":4}\n', '{"n":5}\n'])
    const found = await findRows<{ n: number }>(stream, ({ n }) => n % 2 === 1, 2)
    expect(found).to.deep.equal({ rows: [{ n: 1 }, { n: 3 }], last: { n: 3 }, isEnd: false })
    expect(state).to.deep.equal({ taken: 2, isCancelled: true })
  })

  it('fewer rows are all that there are', async () => {
    const { stream } = streamOf(['{"n":1}\n{"n":2}\n'])
    const found = await findRows<{ n: number }>(stream, ({ n }) => n === 1, 2)
    expect(found).to.deep.equal({ rows: [{ n: 1 }], last: { n: 2 }, isEnd: true })
  })
})
