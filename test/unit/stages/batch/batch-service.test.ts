import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { NewBatch } from '#shared/ports/batches.ts'
import { type BatchServicePorts, makeBatchService } from '#stages/batch/batch-service.ts'
import type { Batch, Frontier } from '#stages/batch/frontier/frontier.ts'
import { named, someBatch, someStatus } from '#test/contract/batches.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { openStoreFixture, type StoreFixture } from './store-fixture.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const forEver = new AbortController().signal
const everything = { owner: 'somebody', state: null, limit: 10, after: null }
const reading = { after: 0, isFollowing: false, signal: forEver }
const full = new Failure('SERVICE_UNAVAILABLE', 'the disk of the batch part is full')

async function* lines(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

describe('makeBatchService', () => {
  const clock = driveClockInEachTest()
  let fixture: StoreFixture
  let ports: BatchServicePorts
  let readSitemapsOf: Batch[]
  beforeEach(async () => {
    readSitemapsOf = []
    fixture = await openStoreFixture()
    ports = {
      frontier: fixture.frontier,
      readResults: fixture.readResults,
      pace: { store: { getMany: async (keys) => keys.map(() => null), set: async () => {} }, delayMs: 0 },
      siteReports: {
        report: async ({ id }, { compare }) => JSON.stringify({ id, compare }),
        pages: () => lines('{"n":2}\n'),
      },
      readSitemaps: (batch) => void readSitemapsOf.push(batch),
      store: { increment: async () => 0 },
      maxLineBytes: 1000,
      linesAtOnce: 200,
    }
  })
  afterEach(() => fixture.end())

  const withFrontier = (more: Partial<Frontier>) => ({ ...ports, frontier: { ...fixture.frontier, ...more } })
  const submit = (requested: Partial<NewBatch>, body: AsyncIterable<Uint8Array>, to = ports) =>
    makeBatchService(to).submit({ ...someBatch, ...requested }, body, forEver)
  /** After the clean-up. */
  async function keptBatches() {
    await clock.pass(5000)
    return fixture.database.db.prepare('SELECT count(*) AS count FROM batches').get()?.count
  }

  it('stores all lines, then starts the batch', async () => {
    const status = await submit({}, lines('https://a.example/\nnone\n'))
    expect(status).to.deep.include({ operation: 'metadata', source: 'urls', state: 'running' })
    expect(status.counts).to.include({ accepted: 1, rejected: 1 })
    expect(status.rejected.map(({ line }) => line)).to.deep.equal([2])
    expect(status.id).to.match(UUID)
    expect(Date.parse(status.createdAt)).to.equal(Date.now())
    expect((await fixture.frontier.dispatch(10)).dispatches).to.have.length(1)
    expect(await fixture.frontier.batch(status.id)).to.deep.include(someBatch)
  })

  it('starts an empty batch, which finishes it', async () => {
    expect((await submit({}, lines())).state).to.equal('finished')
  })

  it('reads sitemaps once the batch runs, which is open until then', async () => {
    const started: Promise<unknown>[] = []
    const readSitemaps = ({ id }: Batch) => void started.push(fixture.frontier.setState(id, 'paused'))
    const sitemaps = ['https://a.example/sitemap.xml']
    await submit({ sitemaps }, lines(), { ...ports, readSitemaps })
    expect(await Promise.all(started)).to.have.nested.property('[0].state', 'paused')
    expect(await fixture.frontier.openBatches()).to.have.length(1)
  })

  it('gives each batch an id of its own', async () => {
    const [one, other] = [await submit({}, lines()), await submit({}, lines())]
    expect(one.id).not.to.equal(other.id)
  })

  it('discards a batch whose body is cut off: nothing of it runs', async () => {
    const cut = new Error('cut')
    async function* broken() {
      yield Buffer.from(`${'https://a.example/\n'.repeat(300)}`)
      throw cut
    }
    expect(await rejectionOf(submit({}, broken()))).to.equal(cut)
    expect((await fixture.frontier.dispatch(10)).dispatches).to.deep.equal([])
    expect(await keptBatches()).to.equal(0)
  })

  it('reports why a batch cannot be stored, even if it cannot be discarded yet', async () => {
    const busy = () => Promise.reject(new Error('busy'))
    const failing = withFrontier({ addLines: () => Promise.reject(full), discard: busy })
    expect(await rejectionOf(submit({}, lines('https://a.example/'), failing))).to.equal(full)
  })

  it('discards a batch that cannot be started, and reads no sitemaps', async () => {
    const failing = withFrontier({ start: () => Promise.reject(full) })
    const sitemaps = ['https://a.example/sitemap.xml']
    expect(await rejectionOf(submit({ sitemaps }, lines('https://a.example/'), failing))).to.equal(full)
    expect(readSitemapsOf).to.deep.equal([])
    expect(await keptBatches()).to.equal(0)
  })

  it('pauses, resumes and cancels a batch', async () => {
    const { pause, resume, cancel, status } = makeBatchService(ports)
    const { id } = await submit({}, lines('https://a.example/'))
    const states = []
    for (const ask of [pause, resume, cancel, status]) states.push((await ask(named(id)))?.state)
    expect(states).to.deep.equal(['paused', 'running', 'cancelled', 'cancelled'])
  })

  for (const [title, owner, asks, isKnown] of [
    ['its owner', 'somebody', 'somebody', true],
    ['anybody, where it has no owner', null, 'somebody', true],
    ['nobody else', 'somebody', 'other', false],
    ['nobody without a name', 'somebody', '', false],
  ] as const) {
    it(`shows and controls a batch for ${title}`, async () => {
      const batches = makeBatchService(ports)
      const { id } = await submit({ owner }, lines('https://a.example/'))
      const batch = { id, owner: asks }
      for (const method of ['status', 'pause', 'resume'] as const)
        expect((await batches[method](batch))?.id).to.equal(isKnown ? id : undefined)
      expect((await batches.results(batch, reading)) !== null).to.equal(isKnown)
      await batches.cancel(batch)
      expect((await fixture.frontier.status(id))?.state).to.equal(isKnown ? 'cancelled' : 'running')
    })
  }

  it('reports on a batch, compared with another one, to its owner alone', async () => {
    const service = makeBatchService(ports)
    const { id } = await submit({ owner: 'somebody' }, lines())
    const [own, other] = [named(id), { id, owner: 'someone else' }]
    const query = { compare: null, signal: forEver }
    expect(await service.report(own, query)).to.equal(JSON.stringify({ id, compare: null }))
    expect(await service.report(own, { ...query, compare: id })).to.include(`"compare":"${id}"`)
    expect(await service.pages(own, { after: 0, limit: null, signal: forEver })).to.not.equal(null)
    expect(await service.report(other, query)).to.equal(null)
    expect(await service.pages(other, { after: 0, limit: null, signal: forEver })).to.equal(null)
    const missing = await rejectionOf(service.report(own, { ...query, compare: 'none' }))
    expect(missing).to.include({ code: 'VALIDATION_ERROR' })
  })

  it('shows as many hosts as are requested', async () => {
    const { id } = await submit({}, lines('https://a.example/\nhttps://b.example/\n'))
    const { hosts = [] } = (await makeBatchService(ports).status(named(id), 1)) ?? {}
    expect(hosts.map(({ host }) => host)).to.deep.equal(['a.example'])
  })

  it('lists the batches that a filter selects', async () => {
    const { id } = await submit({ owner: 'somebody' }, lines('https://a.example/'))
    await clock.pass(1)
    await submit({ owner: 'other' }, lines('https://a.example/'))
    expect((await makeBatchService(ports).list(everything)).batches.map((batch) => batch.id)).to.deep.equal([
      id,
    ])
  })

  it('accepts ids of its own form only: no other reaches a file or table', async () => {
    const fail = () => expect.fail('asked')
    const batches = makeBatchService({ ...withFrontier({ batch: fail }), readResults: fail })
    for (const id of ['', '..', '../x', 'x'.repeat(36), `${someStatus.id}/`, someStatus.id.toUpperCase()]) {
      for (const method of ['status', 'pause', 'resume', 'cancel'] as const) {
        expect(await batches[method](named(id))).to.equal(null)
      }
      expect(await batches.results(named(id), reading)).to.equal(null)
    }
  })
})
