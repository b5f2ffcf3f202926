import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { a, b, idNamed } from './batch-ids.ts'
import { completionsOf, idOf, linesOf, result, startBatch } from './batch-scene.ts'
import type { FrontierScene } from './frontier-fixture.ts'

const urls = (count: number) => Array.from({ length: count }, (_, n) => `http://h${n}.example/`)
const from = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

/** The result lines of batches, and their readers. */
export function frontierResultsContract(store: FrontierScene): void {
  describe('results', () => {
    /** A batch with so many results of about so many bytes, and one item more. */
    async function withResults(count: number, bytes = 10): Promise<void> {
      await startBatch(store, a, urls(count + 1))
      await store.frontier.complete(
        completionsOf(await store.dispatch(count), (url) => result(url, 'x'.repeat(bytes))),
      )
    }

    it('have numbers in order of completion, the id, and the value of the event', async () => {
      await startBatch(store, a, urls(2))
      const completions = completionsOf(await store.dispatch(2)).toReversed()
      for (const completion of completions) await store.frontier.complete([completion])
      expect(await linesOf(store, a)).to.deep.equal(
        completions.map(({ id, outcome }, index) => ({
          n: index + 1,
          id,
          ...JSON.parse(outcome?.json ?? ''),
        })),
      )
    })

    it('have one line each, however the value is formatted', async () => {
      await startBatch(store, a, urls(1))
      const [dispatch] = await store.dispatch(1)
      const id = idOf(dispatch as never)
      const json = '{\n  "operation": "metadata",\n  "result": "\\u2028\\n"\n}\n'
      await store.frontier.complete([{ id, outcome: { ...result(''), json } }])
      expect(await linesOf(store, a)).to.deep.equal([{ n: 1, id, operation: 'metadata', result: '\u2028\n' }])
    })

    it('are marked when their value cannot be read', async () => {
      await startBatch(store, a, urls(3))
      const values = ['', '"text"', '[1]']
      const dispatches = await store.dispatch(3)
      await store.frontier.complete(
        dispatches.map((dispatch, index) => ({
          id: idOf(dispatch),
          outcome: { ...result(''), json: values[index] as string },
        })),
      )
      const lines = await linesOf(store, a)
      expect(lines.map(({ n, result: value }) => [n, value])).to.deep.equal([1, 2, 3].map((n) => [n, null]))
      expect(lines.map(({ url }) => url).sort()).to.deep.equal(urls(3))
      expect(lines.every(({ note }) => note === 'the result cannot be read')).to.equal(true)
    })

    for (const after of [0, 1, 41, 199, 200, 5000]) {
      it(`are read after line ${after}`, async () => {
        await withResults(200, 3000)
        const lines = await linesOf(store, a, { after })
        expect(lines.map(({ n }) => n)).to.deep.equal(from(after + 1, 200))
      })
    }

    it('have numbers without gaps over restarts', async () => {
      await withResults(3)
      await store.reopen()
      await store.frontier.complete(completionsOf(await store.dispatch(1)))
      await store.reopen()
      const lines = await linesOf(store, a)
      expect(lines.map(({ n }) => n)).to.deep.equal([1, 2, 3, 4])
      expect(lines.map(({ url }) => url).sort()).to.deep.equal(urls(4))
      expect((await linesOf(store, a, { after: 3 })).map(({ n }) => n)).to.deep.equal([4])
    })

    it('of other batches have numbers of their own', async () => {
      for (const id of [a, b]) await startBatch(store, id, urls(3))
      await store.frontier.complete(completionsOf(await store.dispatch(6)))
      for (const id of [a, b]) {
        const lines = await linesOf(store, id)
        expect(lines.map(({ n }) => n)).to.deep.equal([1, 2, 3])
        expect(lines.every((line) => line.id.startsWith(`${id}.`))).to.equal(true)
      }
    })

    it('are followed by many readers until the batch finishes', async () => {
      await startBatch(store, a, urls(30))
      const readers = [0, 0, 10].map((after) => linesOf(store, a, { after, isFollowing: true }))
      for (let n = 0; n < 10; n++) await store.frontier.complete(completionsOf(await store.dispatch(3)))
      const read = await Promise.all(readers)
      expect(read.map((lines) => lines.map(({ n }) => n))).to.deep.equal([
        from(1, 30),
        from(1, 30),
        from(11, 30),
      ])
    })

    it('are followed over a pause, and end with a cancelled batch', async () => {
      await startBatch(store, a, urls(3))
      const reader = linesOf(store, a, { isFollowing: true })
      const dispatches = await store.dispatch(1)
      await store.frontier.setState(a, 'paused')
      await store.frontier.complete(completionsOf(dispatches))
      await store.frontier.setState(a, 'cancelled')
      expect(await reader).to.have.length(1)
    })

    it('stop for a reader who leaves', async () => {
      await startBatch(store, a, urls(1))
      const leaving = new AbortController()
      const reader = linesOf(store, a, { isFollowing: true, signal: leaving.signal })
      setImmediate(() => leaving.abort())
      expect(await reader).to.deep.equal([])
    })

    it('are null for an unknown batch', async () => {
      const reading = { after: 0, isFollowing: false, signal: new AbortController().signal }
      expect(await store.readResults(idNamed('none'), reading)).to.equal(null)
    })

    describe('with values in the object store', () => {
      const outcome = {
        topic: 'result.metadata',
        timing: '',
        json: '',
        dataref: 'http://here/bodies/x.json',
      }

      /** Three results, the second one by reference. Returns its URL and id. */
      async function withReference(): Promise<{ readonly id: string; readonly url: string }> {
        await startBatch(store, a, urls(3))
        const dispatches = await store.dispatch(3)
        const completions = completionsOf(dispatches)
        const [, { id }] = completions as [unknown, { readonly id: string }]
        await store.frontier.complete(completions.map((one, index) => (index === 1 ? { id, outcome } : one)))
        const [, second] = dispatches
        const url = second !== undefined && 'item' in second ? second.item.parameters.url : ''
        return { id, url }
      }

      it('are loaded when the line is read', async () => {
        const value = { operation: 'metadata', parameters: {}, url: 'u', result: [1] }
        await store.reopen({
          readValue: async (dataref) => (dataref === outcome.dataref ? JSON.stringify(value) : null),
        })
        const { id } = await withReference()
        const lines = await linesOf(store, a)
        expect(lines.map(({ n }) => n)).to.deep.equal([1, 2, 3])
        const loaded = lines.find((line) => line.id === id)
        expect(loaded).to.deep.equal({ n: loaded?.n, id, ...value })
        expect(await linesOf(store, a, { after: 1 })).to.deep.equal(lines.slice(1))
      })

      it('keep the reference and say so when the value is not stored any more', async () => {
        const { id, url } = await withReference()
        const line = (await linesOf(store, a)).find((one) => one.id === id)
        expect(line).to.include({ url, dataref: outcome.dataref, result: null })
        expect(line?.note).to.equal('the result is not stored any more')
      })

      it('reject while the store is unavailable', async () => {
        await store.reopen({ readValue: () => Promise.reject(unavailable('object store')) })
        await withReference()
        const error = await linesOf(store, a).catch((reason) => reason)
        expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
      })
    })
  })
}
