import { expect } from 'chai'
import { type EventBatch, feed } from '#gateway/routes/events/feed.ts'
import { makeRecordPages } from '#gateway/routes/events/record-pages.ts'
import { decodeCursor } from '#gateway/routes/events/stream-cursor.ts'
import { readerOf, recordAt } from './event-reader.ts'

const topic = 'result.metadata'

describe('feed of events', () => {
  function opened(reader: ReturnType<typeof readerOf>, more: { from?: number; until?: number | null } = {}) {
    const { from = 0, until = null } = more
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
    const { batches } = opened(readerOf([0, 1, 2, 3].map((at) => recordAt(topic, at))), { from: 1, until: 3 })
    const all: string[] = []
    for await (const batch of batches) all.push(...offsets(batch))
    expect(all).to.deep.equal([`${topic} 1`, `${topic} 2`])
  })

  it('has the events of its tenant and of external producers, and passes over others', async () => {
    const records = [{}, { ce_tenant: 'own' }, { ce_tenant: 'other' }].map((more, at) =>
      recordAt(topic, at, more),
    )
    const { batches } = opened(readerOf(records), { until: 3 })
    const all: string[] = []
    let cursor = ''
    for await (const batch of batches) {
      all.push(...offsets(batch))
      cursor = batch.cursor
    }
    expect(all).to.deep.equal([`${topic} 0`, `${topic} 1`])
    expect(decodeCursor(cursor)?.get(topic)).to.equal(2)
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

  it('ends when retention deletes what it has not read', async () => {
    const { batches } = opened(readerOf([recordAt(topic, 9)]), { from: 3 })
    expect((await batches.next()).done).to.equal(true)
  })
})
