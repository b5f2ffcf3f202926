import { expect } from 'chai'
import { type EventBatch, feed } from '#gateway/routes/events/feed.ts'
import { makeRecordPages } from '#gateway/routes/events/record-pages.ts'
import { decodeCursor } from '#gateway/routes/events/stream-cursor.ts'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { readerOf, recordAt } from './event-reader.ts'

const topic = 'result.metadata'

describe('feed of events', () => {
  function opened(
    reader: ReturnType<typeof readerOf>,
    more: { from?: number[]; until?: number[] | null } = {},
  ) {
    const { from = [0], until = null } = more
    const stop = new AbortController()
    const batches = feed({
      reader,
      pages: makeRecordPages(reader),
      from: new Map([[topic, from]]),
      until: until === null ? null : new Map([[topic, until]]),
      heartbeatMs: 60_000,
      tenant: 'own',
      signal: stop.signal,
    })
    return { batches, stop }
  }
  const offsets = ({ events }: EventBatch) => events.map(({ event }) => JSON.parse(event.json('')).subject)

  it('has the events in order up to the end that was asked for', async () => {
    const { batches } = opened(readerOf([0, 1, 2, 3].map((at) => recordAt(topic, at))), {
      from: [1],
      until: [3],
    })
    const all: string[] = []
    for await (const batch of batches) all.push(...offsets(batch))
    expect(all).to.deep.equal([`${topic} 1`, `${topic} 2`])
  })

  it('has the events of its tenant and of external producers, and passes over others', async () => {
    const records = [{}, { ce_tenant: 'own' }, { ce_tenant: 'other' }].map((more, at) =>
      recordAt(topic, at, more),
    )
    const { batches } = opened(readerOf(records), { until: [3] })
    const all: string[] = []
    let cursor = ''
    for await (const batch of batches) {
      all.push(...offsets(batch))
      cursor = batch.cursor
    }
    expect(all).to.deep.equal([`${topic} 0`, `${topic} 1`])
    expect(decodeCursor(cursor)?.get(topic)).to.deep.equal([2])
  })

  it('is told by an empty batch that nothing is left, then goes on with what comes', async () => {
    const reader = readerOf([recordAt(topic, 0)])
    const { batches, stop } = opened(reader)
    expect(offsets((await batches.next()).value as EventBatch)).to.deep.equal([`${topic} 0`])
    const next = batches.next()
    reader.append(recordAt(topic, 1))
    const { value } = await next
    const seen = offsets(value as EventBatch)
    if (seen.length === 0) seen.push(...offsets((await batches.next()).value as EventBatch))
    expect(seen).to.deep.equal([`${topic} 1`])
    stop.abort()
    await batches.return(undefined)
    expect(reader.watchers).to.equal(0)
  })

  it('has the events of all partitions, each in order, and of those that the topic gets later', async () => {
    const records = [0, 1, 2].flatMap((at) => [0, 1].map((partition) => recordAt(topic, at, {}, partition)))
    const reader = readerOf(records)
    const { batches, stop } = opened(reader, { from: [1, 2] })
    const seen: number[][] = []
    let cursor = ''
    async function take(count: number): Promise<void> {
      while (seen.length < count) {
        const { value } = await batches.next()
        for (const { event, cursor: behind } of (value as EventBatch).events) {
          seen.push([...(decodeCursor(behind)?.get(topic) ?? [])] as number[])
          expect(JSON.parse(event.json('')).subject).to.match(/^result.metadata [12]$/)
          cursor = behind
        }
      }
    }
    await take(3)
    expect(seen.map(([first]) => first).toSorted()).to.deep.equal([2, 3, 3].toSorted())
    expect(seen.at(-1)).to.deep.equal([3, 3])
    reader.append(recordAt(topic, 0, {}, 3))
    reader.append(recordAt(topic, 1, {}, 3))
    const next = batches.next()
    expect(offsets((await next).value as EventBatch).length).to.be.at.most(2)
    stop.abort()
    await batches.return(undefined)
    expect(cursor).to.match(/3_3/)
  })

  it('waits while the log is unavailable when it follows, and rejects when it does not', async () => {
    const reader = readerOf([recordAt(topic, 0)])
    reader.failure = unavailable('event log', new Error('away'))
    const { batches, stop } = opened(reader)
    expect(offsets((await batches.next()).value as EventBatch)).to.deep.equal([])
    const next = batches.next()
    reader.failure = null
    expect(offsets((await next).value as EventBatch)).to.deep.equal([`${topic} 0`])
    stop.abort()
    await batches.return(undefined)
    reader.failure = unavailable('event log', new Error('away'))
    const other = opened(reader, { until: [1] })
    expect(isUnavailable(await rejectionOf(other.batches.next()))).to.equal(true)
  })

  it('reads the other partitions while several cannot be read', async () => {
    const reader = readerOf([0, 1, 2, 3, 4].map((partition) => recordAt(topic, partition, {}, partition)))
    const read = reader.read
    const broken = unavailable('event log', new Error('away'))
    reader.read = async (name, partition, offset) => {
      if (partition < 4) throw broken
      return read(name, partition, offset)
    }
    const { batches, stop } = opened(reader, { from: [0, 1, 2, 3, 4] })
    const seen: string[] = []
    while (seen.length === 0) seen.push(...offsets((await batches.next()).value as EventBatch))
    expect(seen).to.deep.equal([`${topic} 4`])
    stop.abort()
    await batches.return(undefined)
  })

  it('ends when retention deletes what it has not read', async () => {
    const { batches } = opened(readerOf([recordAt(topic, 9)]), { from: [3] })
    expect((await batches.next()).done).to.equal(true)
  })
})
