import { expect } from 'chai'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { admitRequest } from '#shared/stage/admit-request.ts'
import { markEnded, writeRecord } from '#shared/store/inspection-record.ts'
import { inspectionKey } from '#shared/store/keys.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { readBack } from './attempt.ts'
import { requestOf } from './toy-stage.ts'

/** What `printf /two | sha256sum` begins with. */
const TWO = '3ef5f6bf'
const HOUR = 3600

describe('admitRequest', () => {
  let embedded: Embedded
  /** The lease of each id that a seal names. */
  let leases: Record<string, number>
  beforeEach(async () => {
    embedded = await openEmbedded()
    leases = {}
  })
  afterEach(() => embedded.close())

  const request = (id: string, source: string, offset: number, headers = {}): LogRecord => ({
    ...readBack(requestOf(id, 'batch', { headers: { ce_source: source, ...headers } })),
    offset,
  })

  async function admit(record: LogRecord) {
    const decoded = fromRecord(record)
    if ('reason' in decoded) throw new Error(decoded.reason)
    const verifier = { lease: async (_: unknown, { id }: { id: string }) => leases[id] ?? 1 }
    return admitRequest(embedded.store, verifier, record, decoded.event)
  }
  const working = (id: string) => ({ id, decision: 'work' })
  const dropped = (id: string) => ({ id, decision: 'drop' })

  it('gives the first source the id, and another one the id with its suffix', async () => {
    expect(await admit(request('x', '/one', 1))).to.deep.equal(working('x'))
    expect(await admit(request('x', '/two', 2))).to.deep.equal(working(`x~${TWO}`))
    expect(await admit(request('x', '', 3))).to.deep.equal(working('x~e3b0c442'))
  })

  it('drops the same request at another place, and works on one that is delivered again', async () => {
    for (const [source, id] of [
      ['/one', 'x'],
      ['/two', `x~${TWO}`],
    ] as const) {
      const offset = source.length
      const first = request('x', source, offset)
      expect(await admit(first)).to.deep.equal(working(id))
      expect(await admit(first)).to.deep.equal(working(id))
      expect(await admit(request('x', source, offset + 1))).to.deep.equal(dropped(id))
    }
  })

  it('knows whose an id is after the inspection has ended', async () => {
    await admit(request('x', '/one', 1))
    const record = await embedded.store.get(inspectionKey('x'))
    const identity = record?.split(' ').at(-1) ?? ''
    const outcome = { topic: 'result.metadata', timing: '', json: '{}', dataref: null }
    await markEnded(embedded.store, { id: 'x', request: identity, outcome }, HOUR)
    expect(await admit(request('x', '/one', 2))).to.deep.equal(dropped('x'))
    expect(await admit(request('x', '/two', 3))).to.deep.equal(working(`x~${TWO}`))
  })

  it('tells a request with a suffix as its own id from one that got it', async () => {
    await admit(request('x', '/one', 1))
    await admit(request('x', '/two', 2))
    expect(await admit(request(`x~${TWO}`, '/two', 3))).to.deep.equal(working(`x~${TWO}~${TWO}`))
    expect(await admit(request(`y~${TWO}`, '/two', 4))).to.deep.equal(working(`y~${TWO}`))
    await admit(request('y', '/one', 5))
    expect(await admit(request('y', '/two', 6))).to.deep.equal(working(`y~${TWO}~${TWO}`))
    expect(await admit(request('y', '/two', 6))).to.deep.equal(working(`y~${TWO}~${TWO}`))
  })

  it('answers null when other requests have all ids', async () => {
    await admit(request('x', '/one', 1))
    await admit(request(`x~${TWO}`, '/two', 2))
    await admit(request(`x~${TWO}~${TWO}`, '/two', 3))
    expect(await admit(request('x', '/two', 4))).to.equal(null)
  })

  it('keeps the id of a deferred request when the other one is forgotten, and its later releases', async () => {
    const id = `x~${TWO}`
    await admit(request('x', '/one', 1))
    const deferred = { pp_admitted: 'inspection.requested.batch/0/2', pp_inspection: id }
    expect(await admit(request('x', '/two', 2))).to.deep.equal(working(id))
    await embedded.store.delete(inspectionKey('x'))
    await embedded.store.delete(inspectionKey(id))
    leases[id] = 2
    expect(await admit(request('x', '/two', 9, deferred))).to.deep.equal(working(id))
    leases[id] = 1
    expect(await admit(request('x', '/two', 10, deferred))).to.deep.equal(dropped(id))
    expect(await admit(request('x', '/one', 11))).to.deep.equal(working('x'))
  })

  it('takes a record of an earlier version, which does not tell its source, for that of the same request', async () => {
    await writeRecord(embedded.store, 'x', { position: 'inspection.requested.batch/3/1' }, HOUR)
    await embedded.store.set(inspectionKey('y'), 'r1  3/1 ', HOUR)
    expect(await admit(request('y', '/one', 1))).to.deep.equal(working('y'))
    expect(await admit(request('y', '/two', 2))).to.deep.equal(dropped('y'))
  })

  it('finds the own id when a process of an earlier version has marked the end of the other request', async () => {
    await admit(request('x', '/one', 1))
    expect(await admit(request('x', '/two', 2))).to.deep.equal(working(`x~${TWO}`))
    await embedded.store.set(inspectionKey('x'), 'e1   aaaaaaaaaaaa', HOUR)
    expect(await admit(request('x', '/two', 2))).to.deep.equal(working(`x~${TWO}`))
    expect(await admit(request('x', '/two', 3))).to.deep.equal(dropped(`x~${TWO}`))
    expect(await admit(request('x', '/one', 1))).to.deep.equal(dropped('x'))
  })

  it('takes no id of a call', async () => {
    const call = { owner: 'key', operation: 'metadata', url: 'http://a.example/' }
    await embedded.store.set(inspectionKey('x'), JSON.stringify(call), HOUR)
    expect(await admit(request('x', '/two', 1))).to.deep.equal(working(`x~${TWO}`))
  })
})
