import type { Readable } from 'node:stream'
import { expect } from 'chai'
import type { EventsQuery } from '#gateway/routes/events/query.ts'
import { decodeCursor } from '#gateway/routes/events/stream-cursor.ts'
import { type EventStreams, makeEventStreams } from '#gateway/routes/events/streams.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import { eventTopics } from '#shared/messages/topics.ts'
import type { EventReader } from '#shared/ports/event-log.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import type { StreamedEvent } from '#test/support/service/event-stream.ts'
import { readerOf, recordAt } from './event-reader.ts'
import { outcome, outcomes } from './event-records.ts'

const HOUR_MS = 3_600_000
const all: EventsQuery = { topics: eventTopics, from: 'oldest', isFollowing: true }
/** The most events of one page of the embedded log. */
const PAGE_EVENTS = 100
const kept: EventsQuery = { ...all, isFollowing: false }

describe('streams of events', () => {
  let database: ReturnType<typeof openDatabase>
  let log: ReturnType<typeof sqliteEventLog>
  let streams: EventStreams
  let watchers: number
  beforeEach(async () => {
    database = openDatabase(':memory:')
    log = sqliteEventLog({ database })
    await log.createTopics(topicSpecs(HOUR_MS))
    watchers = 0
    streams = makeEventStreams({ reader: counted(log.reader), heartbeatMs: HOUR_MS })
  })
  afterEach(async () => {
    streams.close()
    // A stream reads to its end; then it watches nothing.
    await eventually(() => watchers === 0)
    await log.close()
    database.close()
  })

  /** The event reader, with the number of its watchers. */
  function counted(reader: EventReader): EventReader {
    return {
      ...reader,
      watch(topics, onChange) {
        watchers += 1
        const stop = reader.watch(topics, onChange)
        return () => {
          watchers -= 1
          stop()
        }
      },
    }
  }

  async function collect(requested: EventsQuery, format: 'ndjson' | 'sse' = 'ndjson') {
    const { body, missed } = await streams.open(requested, 'somebody', format)
    let text = ''
    body.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    const ended = new Promise<void>((end) => body.once('close', end))
    const events = (): StreamedEvent[] => text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
    return {
      body,
      missed,
      ended,
      text: () => text,
      events,
      ids: () => events().map(({ subject }) => subject),
    }
  }

  async function whole(requested: EventsQuery) {
    const stream = await collect(requested)
    await stream.ended
    return stream
  }

  it('send all events, each topic in its order, and end at the end of the log', async () => {
    await log.append([...outcomes('result.metadata', 250), ...outcomes('inspection.failed', 3)])
    const { events } = await whole(kept)
    const ofTopic = (type: string) =>
      events()
        .filter((event) => event.type === type)
        .map(({ subject }) => subject)
    expect(ofTopic('result.metadata.v1')).to.deep.equal(
      Array.from({ length: 250 }, (_, at) => `result.metadata ${at}`),
    )
    expect(ofTopic('inspection.failed.v1')).to.have.length(3)
    expect(events()).to.have.length(253)
  })

  it('send the events of their tenant and of external producers, and no others; cursors count all', async () => {
    await log.append([
      outcome('result.metadata', 'mine', {}, { ce_lane: 'interactive', ce_tenant: 'somebody' }),
      outcome('result.metadata', 'another', {}, { ce_lane: 'interactive', ce_tenant: 'another' }),
      outcome('result.metadata', 'order-1.7'),
      outcome('result.metadata', 'of no known tenant', {}, { ce_lane: 'interactive' }),
      outcome('result.metadata', '5f0c7d0e-6c1c-4c6e-9d43-9c1f3a1f2b00.3'),
      outcome('result.metadata', 'my item', {}, { ce_tenant: 'somebody' }),
    ])
    const first = (await whole(kept)).events()
    expect(first.map(({ subject }) => subject)).to.deep.equal(['mine', 'order-1.7', 'my item'])
    const from = decodeCursor(first[1]?.cursor ?? '') ?? new Map()
    expect((await whole({ ...kept, from })).ids()).to.deep.equal(['my item'])
  })

  it('resume behind any cursor without repeats and gaps', async () => {
    await log.append([...outcomes('result.metadata', 150), ...outcomes('result.snapshot', 20)])
    const first = (await whole(kept)).events()
    for (const at of [0, 99, 100, 149, 150, 169]) {
      const from = decodeCursor(first[at]?.cursor ?? '') ?? new Map()
      const rest = (await whole({ ...kept, from })).ids()
      const known = first.slice(0, at + 1).map(({ subject }) => subject)
      expect([...known, ...rest]).to.have.members(first.map(({ subject }) => subject))
      expect(known.length + rest.length).to.equal(170)
    }
  })

  it('send new events of the requested topics only', async () => {
    await log.append(outcomes('result.metadata', 2))
    const stream = await collect({ ...all, topics: ['result.metadata'], from: 'end' })
    await eventually(() => watchers === 1)
    await log.append([...outcomes('result.metadata', 2, 2), ...outcomes('result.snapshot', 1)])
    await eventually(() => stream.events().length === 2)
    await log.append(outcomes('result.metadata', 1, 4))
    await eventually(() => stream.events().length === 3)
    expect(stream.ids()).to.deep.equal([2, 3, 4].map((n) => `result.metadata ${n}`))
  })

  it('send a heartbeat in both formats', async () => {
    streams = makeEventStreams({ reader: log.reader, heartbeatMs: 20 })
    const [ndjson, sse] = [await collect(all), await collect(all, 'sse')]
    await eventually(() => ndjson.text().length >= 3 && sse.text().length >= 9)
    expect(ndjson.text()).to.match(/^\n+$/)
    expect(sse.text()).to.match(/^(:\nid: 1\.0\.0\.0\.0\.0\.0\n\n)+$/)
    streams.close()
  })

  it('are server-sent events when requested', async () => {
    await log.append([outcome('result.metadata', 'x')])
    const stream = await collect(kept, 'sse')
    await stream.ended
    const [id = '', event, data = '', ...rest] = stream.text().split('\n')
    const json = JSON.parse(data.replace('data: ', ''))
    expect([id, event, rest]).to.deep.equal([`id: ${json.cursor}`, 'event: result.metadata.v1', ['', '']])
    expect(json.subject).to.equal('x')
  })

  it('serve twenty readers: each gets 1000 events in order, and other work has a turn after each page', async () => {
    await log.append(outcomes('result.metadata', 1000))
    const readers = await Promise.all(Array.from({ length: 20 }, () => collect(kept)))
    let turns = 0
    let count = setImmediate(function next() {
      turns++
      count = setImmediate(next)
    })
    await Promise.all(readers.map(({ ended }) => ended))
    clearImmediate(count)
    const expected = Array.from({ length: 1000 }, (_, at) => `result.metadata ${at}`)
    for (const reader of readers) expect(reader.ids()).to.deep.equal(expected)
    expect(turns).to.be.above((20 * 1000) / PAGE_EVENTS)
  })

  it('hold one page for a reader that stalls, while others go on', async () => {
    await log.append(outcomes('result.metadata', 3000))
    const stalled = (await streams.open(kept, 'somebody', 'ndjson')).body
    stalled.read(0)
    const other = await whole(kept)
    expect(other.events()).to.have.length(3000)
    expect(stalled.readableLength).to.be.within(1, other.text().length / 5)
    stalled.destroy()
  })

  it('leave nothing behind when their readers disconnect', async () => {
    const bodies: Readable[] = []
    for (let n = 0; n < 5; n++) bodies.push((await collect(all)).body)
    await eventually(() => watchers === 5)
    for (const body of bodies) body.destroy()
    await eventually(() => watchers === 0)
  })

  it('end when they are closed, also those whose reader takes nothing', async () => {
    const [reading, stalled] = [await collect(all), (await streams.open(all, 'somebody', 'ndjson')).body]
    const isOver = new Promise<void>((over) => stalled.once('close', over))
    await eventually(() => watchers === 1)
    streams.close()
    await Promise.all([reading.ended, isOver])
    expect([reading.body.readableEnded, watchers]).to.deep.equal([true, 0])
  })

  it('begin at the oldest event and report it when those behind the cursor are deleted', async () => {
    await log.append([...outcomes('result.metadata', 10), ...outcomes('result.snapshot', 1)])
    const [event] = (await whole({ ...kept, topics: ['result.metadata'] })).events()
    remove('result.metadata', 5)
    const from = decodeCursor(event?.cursor ?? '') ?? new Map()
    const { missed, ids } = await whole({ ...kept, from })
    expect(missed).to.deep.equal(['result.metadata'])
    expect(ids()).to.have.length(6).and.include('result.metadata 5')
  })

  it('report a cursor beyond the end of the log', async () => {
    await log.append(outcomes('result.metadata', 2))
    const { missed, ids } = await whole({ ...kept, from: new Map([['result.metadata', [9]]]) })
    expect([missed, ids().length]).to.deep.equal([['result.metadata'], 2])
  })

  it('start a partition that the cursor does not name at its oldest record, and report one that is missing', async () => {
    const records = [recordAt('result.metadata', 0), recordAt('result.metadata', 3, {}, 1)]
    const reader = readerOf(records)
    const other = makeEventStreams({ reader, heartbeatMs: HOUR_MS })
    const open = async (after: string) => {
      const from = decodeCursor(after) ?? new Map()
      const opened = await other.open({ ...kept, topics: ['result.metadata'], from }, 'somebody', 'ndjson')
      opened.body.resume()
      return [opened.cursor, opened.missed]
    }
    expect(await open('1..1')).to.deep.equal(['1..1_3....', []])
    expect(await open('1..1_4')).to.deep.equal(['1..1_4....', []])
    expect(await open('1..0_1')).to.deep.equal(['1..0_3....', ['result.metadata']])
    expect(await open('1..1_4_0')).to.deep.equal(['1..1_4....', ['result.metadata']])
  })

  it('are refused for topics whose partitions no cursor can name', async () => {
    const range = { oldest: 36 ** 5, end: 36 ** 5 }
    const bounds = async () => Array.from({ length: 700 }, () => range)
    const other = makeEventStreams({ reader: { ...readerOf([]), bounds }, heartbeatMs: HOUR_MS })
    const error = await rejectionOf(other.open(kept, 'somebody', 'ndjson'))
    expect(error)
      .to.include({ code: 'VALIDATION_ERROR' })
      .and.have.nested.property('details.parameter', 'topics')
  })

  it('end when retention overtakes a slow reader', async () => {
    await log.append(outcomes('result.metadata', 1000))
    const { body } = await streams.open(all, 'somebody', 'ndjson')
    body.read(0)
    await eventually(() => body.readableLength > 0)
    remove('result.metadata', 990)
    let text = ''
    for await (const chunk of body) text += chunk
    expect(text).to.match(/\n$/).and.include('"subject":"result.metadata 0"').and.not.include('metadata 995')
  })

  it('end when retention deletes all records of a slow reader', async () => {
    await log.append(outcomes('result.metadata', 1000))
    const stream = await streams.open(all, 'somebody', 'ndjson')
    stream.body.read(0)
    await eventually(() => stream.body.readableLength > 0)
    remove('result.metadata', 1000)
    let text = ''
    for await (const chunk of stream.body) text += chunk
    expect(text).to.include('"subject":"result.metadata 0"').and.not.include('metadata 995')
  })

  it('end one by one', async () => {
    const [ending, other] = [await streams.open(all, 'somebody', 'ndjson'), await collect(all)]
    ending.end()
    for await (const _ of ending.body);
    await log.append(outcomes('result.metadata', 1))
    await eventually(() => other.events().length === 1)
    expect(watchers).to.equal(1)
  })

  it('cannot begin while the log is unavailable', async () => {
    database.close()
    const error = await rejectionOf(streams.open(all, 'somebody', 'ndjson'))
    expect(error).to.have.property('code', 'SERVICE_UNAVAILABLE')
    database = openDatabase(':memory:')
  })

  /** Deletes records as retention does. */
  function remove(topic: string, before: number): void {
    const id = database.db.prepare('SELECT id FROM log_topics WHERE name = ?').get(topic)?.id as number
    const place = id * 2 ** 40
    database.db.prepare('DELETE FROM log_records WHERE place >= ? AND place < ?').run(place, place + before)
  }
})
