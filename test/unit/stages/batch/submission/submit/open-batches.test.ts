import { expect } from 'chai'
import { addLines, type CreatePorts, openBatch, startBatch } from '#stages/batch/submission/submit.ts'
import { someBatch } from '#test/contract/batches.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { openStoreFixture, type StoreFixture } from '../../store-fixture.ts'

const signal = new AbortController().signal

async function* body(...lines: string[]) {
  for (const line of lines) yield Buffer.from(`${line}\n`)
}
const urls = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `https://a.example/${from + at}`)

describe('open batches', () => {
  let fixture: StoreFixture
  let ports: CreatePorts
  let counted: number
  beforeEach(async () => {
    fixture = await openStoreFixture()
    counted = 0
    const increment = async (_name: string, count: number) => {
      counted += count
      return counted
    }
    ports = {
      ...{ frontier: fixture.frontier, store: { increment }, maxLineBytes: 1000, linesAtOnce: 3 },
      readSitemaps: () => expect.fail('an open batch has no sitemaps'),
    }
  })
  afterEach(() => fixture.end())

  const quota = { key: 'k', limit: 10 }
  const open = (...lines: string[]) => openBatch(ports, { ...someBatch, quota }, body(...lines), signal)
  const batchOf = async (id: string) => {
    const batch = await fixture.frontier.batch(id)
    return batch ?? expect.fail('there is no such batch')
  }
  const add = async (id: string, from: number, lines: readonly string[]) =>
    addLines(ports, await batchOf(id), { from, body: body(...lines), signal, quota })

  it('run from their start on, with the lines of all pieces', async () => {
    const { id, state, counts } = await open(...urls(1, 2))
    expect([state, counts.accepted]).to.deep.equal(['open', 2])
    expect(await add(id, 3, [...urls(3, 5), 'nonsense'])).to.deep.equal({ accepted: 3, rejected: 1, next: 7 })
    expect((await fixture.frontier.dispatch(10)).dispatches).to.deep.equal([])
    expect(await startBatch(fixture.frontier, await batchOf(id))).to.include({ state: 'running' })
    const again = await startBatch(fixture.frontier, await batchOf(id))
    expect(again).to.deep.include({
      state: 'running',
      rejected: [{ line: 6, reason: again?.rejected[0]?.reason }],
    })
    expect(again?.counts.accepted).to.equal(5)
  })

  it('count each line once against the quota, however often a piece is sent', async () => {
    const { id } = await open()
    async function* broken() {
      yield Buffer.from(`${urls(1, 5).join('\n')}\nhttps://a.exam`)
      throw new Error('cut')
    }
    const piece = { from: 1, body: broken(), signal, quota }
    const cut = await rejectionOf(addLines(ports, await batchOf(id), piece))
    expect(cut).to.have.property('message', 'cut')
    expect(counted).to.equal(3)
    expect(await add(id, 1, urls(1, 6))).to.deep.equal({ accepted: 3, rejected: 0, next: 7 })
    expect(await add(id, 1, urls(1, 6))).to.deep.equal({ accepted: 0, rejected: 0, next: 7 })
    expect(counted).to.equal(6)
  })

  it('refuse lines beyond the quota before they are stored', async () => {
    const { id } = await open(...urls(1, 9))
    expect(await rejectionOf(add(id, 10, urls(10, 12)))).to.include({ code: 'RATE_LIMIT_EXCEEDED' })
    expect(await add(id, 10, urls(10, 10))).to.deep.equal({ accepted: 1, rejected: 0, next: 11 })
    expect(counted).to.equal(10)
  })

  it('refuse lines behind missing ones, and say which are missing', async () => {
    const { id } = await open(...urls(1, 2))
    const refused = await rejectionOf(add(id, 4, urls(4, 5)))
    expect(refused).to.deep.include({ code: 'CONFLICT', details: { next: 3 } })
    expect((await fixture.frontier.status(id))?.counts.accepted).to.equal(2)
    expect(counted).to.equal(2)
  })

  it('take no lines after their start or end', async () => {
    const [started, cancelled] = [await open(...urls(1, 1)), await open(...urls(1, 1))]
    await fixture.frontier.start(started.id, false)
    await fixture.frontier.setState(cancelled.id, 'cancelled')
    for (const [{ id }, state] of [
      [started, 'running'],
      [cancelled, 'cancelled'],
    ] as const)
      expect(await rejectionOf(add(id, 2, urls(2, 2)))).to.deep.include({
        code: 'CONFLICT',
        details: { state },
      })
    expect(await startBatch(fixture.frontier, await batchOf(cancelled.id))).to.include({ state: 'cancelled' })
  })

  it('refuse the rest of a piece when they start meanwhile', async () => {
    const { id } = await open()
    const batch = await batchOf(id)
    async function* slow() {
      yield Buffer.from(`${urls(1, 3).join('\n')}\n`)
      await fixture.frontier.start(id, false)
      yield Buffer.from(`${urls(4, 6).join('\n')}\n`)
    }
    const refused = await rejectionOf(addLines(ports, batch, { from: 1, body: slow(), signal }))
    expect(refused).to.deep.include({ code: 'CONFLICT', details: { state: 'running' } })
    expect((await fixture.frontier.status(id))?.counts.accepted).to.equal(3)
  })

  it('have gone when they are removed while lines come', async () => {
    const { id } = await open()
    const batch = await batchOf(id)
    await fixture.frontier.discard(id)
    expect(await addLines(ports, batch, { from: 1, body: body(...urls(1, 2)), signal })).to.equal(null)
  })

  it('leave nothing, and count nothing, when their first lines break off', async () => {
    const cut = new Error('cut')
    async function* broken() {
      yield Buffer.from(`${urls(1, 4).join('\n')}\n`)
      throw cut
    }
    expect(await rejectionOf(openBatch(ports, { ...someBatch, quota }, broken(), signal))).to.equal(cut)
    const list = await fixture.frontier.list({ owner: 'x', state: null, limit: 9, after: null })
    expect(list.batches).to.deep.equal([])
    expect(counted).to.equal(0)
  })
})
