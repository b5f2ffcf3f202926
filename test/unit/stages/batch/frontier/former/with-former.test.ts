import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { BatchListing, BatchPage } from '#shared/ports/batches.ts'
import type { BatchService } from '#stages/batch/batch-service.ts'
import { withFormer } from '#stages/batch/frontier/former/with-former.ts'
import { emptyBatchesScript, named, someBatch, someStatus, someSummary } from '#test/contract/batches.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const SHARDED_PLACE = 1_790_000_000_000 * 1024
const { signal } = new AbortController()

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** A service with these batches, the newest first, whose places count down from `top`. */
function serviceOf(ids: readonly string[], top: number, note: (call: string) => void): BatchService {
  const ifThere = async <T>(call: string, id: string, answer: T) => {
    note(`${call} ${id}`)
    return ids.includes(id) ? answer : null
  }
  const status = (call: string, id: string) => ifThere(call, id, { ...someStatus, id })
  return {
    submit: async () => ({ ...someStatus, id: 'submitted' }),
    status: ({ id }) => status('status', id),
    pause: ({ id }) => status('pause', id),
    resume: ({ id }) => status('resume', id),
    cancel: ({ id }) => status('cancel', id),
    results: ({ id }) => ifThere('results', id, bytes(id)),
    pages: ({ id }) => ifThere('pages', id, bytes(id)),
    report: ({ id }, { compare }) => ifThere('report', id, `${id} ${compare}`),
    async list({ after, limit }): Promise<BatchPage> {
      note('list')
      const listed = ids.map((id, at) => ({ id, place: top - at }))
      const left = listed.filter(({ place }) => place < (after ?? Number.MAX_SAFE_INTEGER))
      const page = left.slice(0, limit)
      const next = left.length > limit ? (page.at(-1)?.place ?? null) : null
      return { batches: page.map(({ id }) => ({ ...someSummary, id })), next }
    },
  }
}

describe('withFormer', () => {
  let calls: string[]
  let inShards: BatchService
  let former: BatchService
  beforeEach(() => {
    calls = []
    inShards = serviceOf(['s3', 's2', 's1'], SHARDED_PLACE, (call) => void calls.push(`shards: ${call}`))
    former = serviceOf(['f2', 'f1'], 2, (call) => void calls.push(`former: ${call}`))
  })
  const both = () => withFormer(inShards, () => former)
  const alone = () => withFormer(inShards, () => null)
  const away = () =>
    withFormer(inShards, () => {
      throw unavailable('batches')
    })

  it('asks the shards first, and the former frontier about what they do not have', async () => {
    for (const call of ['status', 'pause', 'resume', 'cancel'] as const) {
      calls = []
      expect((await both()[call](named('s1')))?.id).to.equal('s1')
      expect((await both()[call](named('f1')))?.id).to.equal('f1')
      expect(await both()[call](named('x'))).to.equal(null)
      expect(calls).to.deep.equal([
        ...[`shards: ${call} s1`, `shards: ${call} f1`, `former: ${call} f1`],
        ...[`shards: ${call} x`, `former: ${call} x`],
      ])
    }
  })

  it('reads results, pages and reports of both', async () => {
    const textOf = async (pieces: AsyncIterable<Uint8Array> | null) => {
      let text = ''
      for await (const piece of pieces ?? []) text += Buffer.from(piece).toString()
      return text
    }
    for (const id of ['s2', 'f2']) {
      expect(await textOf(await both().results(named(id), { after: 0, isFollowing: true, signal }))).to.equal(
        id,
      )
      expect(await textOf(await both().pages(named(id), { after: 0, limit: null, signal }))).to.equal(id)
      expect(await both().report(named(id), { compare: null, signal })).to.equal(`${id} null`)
    }
  })

  it('submits to the shards', async () => {
    former = emptyBatchesScript()
    expect((await both().submit(someBatch, bytes(''), signal)).id).to.equal('submitted')
  })

  it('has the batches of the shards alone without a former frontier', async () => {
    expect(await alone().status(named('f1'))).to.equal(null)
    expect((await alone().status(named('s1')))?.id).to.equal('s1')
  })

  it('answers for batches in shards while the former frontier is away', async () => {
    expect((await away().status(named('s1')))?.id).to.equal('s1')
    expect(await rejectionOf(away().status(named('f1')))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  describe('a list', () => {
    const listing = (more: Partial<BatchListing>): BatchListing => ({
      ...{ owner: 'somebody', state: null, limit: 100, after: null },
      ...more,
    })

    async function pagesOf(service: BatchService, limit: number): Promise<string[][]> {
      const pages: string[][] = []
      for (let after: number | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
        const { batches, next }: BatchPage = await service.list(listing({ limit, after }))
        pages.push(batches.map(({ id }) => id))
        after = next
      }
      return pages
    }

    it('has those in shards first, page by page', async () => {
      expect(await pagesOf(both(), 1)).to.deep.equal([['s3'], ['s2'], ['s1'], ['f2'], ['f1']])
      expect(await pagesOf(both(), 2)).to.deep.equal([['s3', 's2'], ['s1', 'f2'], ['f1']])
      expect(await pagesOf(both(), 3)).to.deep.equal([
        ['s3', 's2', 's1'],
        ['f2', 'f1'],
      ])
      expect(await pagesOf(both(), 5)).to.deep.equal([['s3', 's2', 's1', 'f2', 'f1']])
    })

    it('has no page without a batch', async () => {
      former = serviceOf([], 0, () => undefined)
      expect(await pagesOf(both(), 3)).to.deep.equal([['s3', 's2', 's1']])
      expect(await pagesOf(alone(), 3)).to.deep.equal([['s3', 's2', 's1']])
    })

    it('has each batch once when the part with the former frontier answers with all', async () => {
      const remote = both()
      const here = withFormer(inShards, () => remote)
      expect(await pagesOf(here, 2)).to.deep.equal([['s3', 's2'], ['s1', 'f2'], ['f1']])
    })

    it('does not ask the shards for older pages', async () => {
      await both().list(listing({ after: 2 }))
      expect(calls).to.deep.equal(['former: list'])
    })

    it('needs the former frontier only beyond the pages that the shards fill', async () => {
      expect((await away().list(listing({ limit: 2 }))).batches).to.have.length(2)
      expect(await rejectionOf(away().list(listing({ limit: 4 })))).to.include({
        code: 'SERVICE_UNAVAILABLE',
      })
    })
  })

  describe('a comparison', () => {
    it('is made where both batches are', async () => {
      expect(await both().report(named('s1'), { compare: 's2', signal })).to.equal('s1 s2')
      expect(await both().report(named('f2'), { compare: 'f1', signal })).to.equal('f2 f1')
      expect(await away().report(named('s1'), { compare: 's2', signal })).to.equal('s1 s2')
    })

    for (const [id, compare] of [
      ['s1', 'f1'],
      ['f1', 's1'],
    ] as const)
      it(`is refused across both: ${id} with ${compare}`, async () => {
        const failure = await rejectionOf(both().report(named(id), { compare, signal }))
        expect(failure).to.include({ code: 'VALIDATION_ERROR' })
        expect(failure).to.have.property('details').that.deep.equals({ compare })
      })

    it('is left to who has the batch where the other one does not exist', async () => {
      expect(await both().report(named('s1'), { compare: 'x', signal })).to.equal('s1 x')
      expect(await both().report(named('f1'), { compare: 'x', signal })).to.equal('f1 x')
      expect(await both().report(named('x'), { compare: 's1', signal })).to.equal(null)
      expect(await alone().report(named('s1'), { compare: 's2', signal })).to.equal('s1 s2')
    })
  })
})
