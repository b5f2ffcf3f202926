import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { BatchListing, BatchPage, BatchStatus, NewBatch } from '#shared/ports/batches.ts'
import { type BatchServicePorts, makeBatchService } from '#stages/batch/batch-service.ts'
import type { Batch, Frontier } from '#stages/batch/frontier/frontier.ts'
import { named, someBatch, someStatus, someSummary } from '#test/contract/batches.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const forEver = new AbortController().signal

async function* lines(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

describe('makeBatchService', () => {
  let calls: string[]
  let created: Batch | null
  let owner: string | null
  let frontier: Frontier
  let ports: BatchServicePorts
  beforeEach(() => {
    calls = []
    created = null
    owner = null
    const note =
      <T>(name: string, answer: T) =>
      async () => {
        calls.push(name)
        return answer
      }
    frontier = {
      create: async (batch: Batch) => {
        created = batch
        calls.push('begin')
      },
      add: async (_id: string, items: readonly unknown[]) => {
        calls.push(`add ${items.length}`)
        return items.map(() => true)
      },
      reject: note('reject', undefined),
      start: async (_id: string, isOpen: boolean) => void calls.push(`launch ${isOpen ? 'open' : 'closed'}`),
      discard: note('discard', undefined),
      status: note<BatchStatus | null>('status', someStatus),
      batch: async () => ({ ...someBatch, owner }),
      setState: async (_id: string, state: string) => {
        calls.push(state)
        return someStatus
      },
    } as unknown as Frontier
    ports = {
      frontier,
      readResults: () => lines('{"n":1}\n'),
      siteReports: {
        report: async ({ id }, { compare }) => JSON.stringify({ id, compare }),
        pages: () => lines('{"n":2}\n'),
      },
      readSitemaps: () => void calls.push('sitemaps'),
      maxLineBytes: 1000,
      linesAtOnce: 200,
    }
  })

  const submit = (requested: NewBatch, body: AsyncIterable<Uint8Array>) =>
    makeBatchService(ports).submit(requested, body, forEver)

  it('stores all lines, then starts the batch', async () => {
    expect(await submit(someBatch, lines('https://a.example/\nnone\n'))).to.deep.equal(someStatus)
    expect(calls).to.deep.equal(['begin', 'add 1', 'reject', 'launch closed', 'status'])
    expect(created).to.deep.include({ ...someBatch, state: 'running' })
    expect(created?.id).to.match(UUID)
    expect(created?.createdAt).to.be.closeTo(Date.now(), 60_000)
  })

  it('starts an empty batch, which finishes it', async () => {
    await submit(someBatch, lines())
    expect(calls).to.deep.equal(['begin', 'launch closed', 'status'])
  })

  it('reads sitemaps once the batch runs', async () => {
    await submit({ ...someBatch, sitemaps: ['https://a.example/sitemap.xml'] }, lines('https://a.example/'))
    expect(calls).to.deep.equal(['begin', 'add 1', 'launch open', 'sitemaps', 'status'])
  })

  it('gives each batch an id of its own', async () => {
    await submit(someBatch, lines())
    const first = created?.id
    await submit(someBatch, lines())
    expect(created?.id).not.to.equal(first)
  })

  it('discards a batch whose body is cut off: nothing of it runs', async () => {
    const cut = new Error('cut')
    async function* broken() {
      yield Buffer.from(`${'https://a.example/\n'.repeat(300)}`)
      throw cut
    }
    expect(await rejectionOf(submit(someBatch, broken()))).to.equal(cut)
    expect(calls.at(-1)).to.equal('discard')
    expect(calls.some((call) => call.startsWith('launch'))).to.equal(false)
  })

  it('discards a batch without disk space, and reports the reason, even if it cannot be discarded yet', async () => {
    const full = new Failure('SERVICE_UNAVAILABLE', 'the disk of the batch part is full')
    const failing = { ...frontier, add: () => Promise.reject(full), discard: () => Promise.reject(full) }
    ports = { ...ports, frontier: failing }
    expect(await rejectionOf(submit(someBatch, lines('https://a.example/')))).to.equal(full)
  })

  it('discards a batch that cannot be started', async () => {
    const full = new Failure('SERVICE_UNAVAILABLE', 'the disk of the batch part is full')
    ports = { ...ports, frontier: { ...frontier, start: () => Promise.reject(full) } }
    const sitemaps = ['https://a.example/sitemap.xml']
    expect(await rejectionOf(submit({ ...someBatch, sitemaps }, lines('https://a.example/')))).to.equal(full)
    expect(calls).to.deep.equal(['begin', 'add 1', 'discard'])
  })

  it('pauses, resumes and cancels a batch', async () => {
    const { pause, resume, cancel, status } = makeBatchService(ports)
    for (const ask of [pause, resume, cancel, status])
      expect(await ask(named(someStatus.id))).to.deep.equal(someStatus)
    expect(calls).to.deep.equal(['paused', 'running', 'cancelled', 'status'])
  })

  for (const [title, whose, asks, isKnown] of [
    ['its owner', 'somebody', 'somebody', true],
    ['anybody, where it has no owner', null, 'somebody', true],
    ['nobody else', 'somebody', 'other', false],
    ['nobody without a name', 'somebody', '', false],
  ] as const) {
    it(`shows and controls a batch for ${title}`, async () => {
      owner = whose
      const batches = makeBatchService(ports)
      const batch = { id: someStatus.id, owner: asks }
      for (const method of ['status', 'pause', 'resume', 'cancel'] as const) {
        expect(await batches[method](batch)).to.deep.equal(isKnown ? someStatus : null)
      }
      const results = await batches.results(batch, { after: 0, isFollowing: false, signal: forEver })
      expect(results !== null).to.equal(isKnown)
      if (!isKnown) expect(calls).to.deep.equal([])
    })
  }

  it('reports on a batch, compared with another one, to its owner alone', async () => {
    owner = 'somebody'
    const service = makeBatchService(ports)
    const own = named(someStatus.id)
    const other = { id: someStatus.id, owner: 'someone else' }
    const query = { compare: null, signal: forEver }
    expect(await service.report(own, query)).to.equal(JSON.stringify({ id: someStatus.id, compare: null }))
    expect(await service.report(own, { ...query, compare: someStatus.id })).to.include(
      `"compare":"${someStatus.id}"`,
    )
    expect(await service.pages(own, { after: 0, limit: null, signal: forEver })).to.not.equal(null)
    expect(await service.report(other, query)).to.equal(null)
    expect(await service.pages(other, { after: 0, limit: null, signal: forEver })).to.equal(null)
    const missing = await rejectionOf(service.report(own, { ...query, compare: 'none' }))
    expect(missing).to.include({ code: 'VALIDATION_ERROR' })
  })

  it('passes on how many hosts are requested', async () => {
    const requested: (number | undefined)[] = []
    const status: Frontier['status'] = async (_id, hosts) => {
      requested.push(hosts)
      return null
    }
    await makeBatchService({ ...ports, frontier: { ...frontier, status } }).status(named(someStatus.id), 7)
    expect(requested).to.deep.equal([7])
  })

  it('passes on the filter of a list', async () => {
    const listing: BatchListing = { owner: 'somebody', state: 'paused', limit: 3, after: 7 }
    const page: BatchPage = { batches: [someSummary], next: 5 }
    const list: Frontier['list'] = async (requested) => {
      expect(requested).to.deep.equal(listing)
      return page
    }
    expect(await makeBatchService({ ...ports, frontier: { ...frontier, list } }).list(listing)).to.equal(page)
  })

  it('accepts ids of its own form only: no other reaches a file or table', async () => {
    ports = { ...ports, readResults: () => expect.fail('asked') }
    const batches = makeBatchService(ports)
    const reading = { after: 0, isFollowing: false, signal: forEver }
    for (const id of ['', '..', '../x', 'x'.repeat(36), `${someStatus.id}/`, someStatus.id.toUpperCase()]) {
      for (const method of ['status', 'pause', 'resume', 'cancel'] as const) {
        expect(await batches[method](named(id))).to.equal(null)
      }
      expect(await batches.results(named(id), reading)).to.equal(null)
    }
    expect(calls).to.deep.equal([])
  })
})
