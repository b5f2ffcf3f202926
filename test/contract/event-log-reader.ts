import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import type { LogRecord, TopicPartition } from '#shared/ports/event-log.ts'
import { type EventLogFixture, textRecord } from './event-log-fixture.ts'
import { eventually, rejectionOf } from './eventually.ts'

/** Keys that a hash puts into every one of a few partitions. */
const KEYS = Array.from({ length: 40 }, (_, at) => `key-${at}`)
/** Records of which a page has a few at most. */
const LARGE = 5
const LARGE_VALUE = 'x'.repeat(90_000)

/** The contract of every EventReader: reading from any offset without a group. */
export function eventLogReaderContract({ features, log, reader, topic, join, group }: EventLogFixture): void {
  const appendAll = (name: string) => log().append(KEYS.map((key) => textRecord(name, key, `of ${key}`)))

  /** All records of a partition from the offset on, page by page. */
  async function readAll(name: string, partition: number, offset = 0): Promise<LogRecord[]> {
    const all: LogRecord[] = []
    for (let at = offset; ; ) {
      const { records, next, isGone } = await reader().read(name, partition, at)
      expect(isGone).to.equal(false)
      if (next === at) return all
      all.push(...records)
      at = next
    }
  }

  const partitions = Array.from({ length: features.partitions }, (_, partition) => partition)

  it('reads each record of each partition once, as subscribers get it', async () => {
    const name = await topic()
    await log().append([{ topic: name, key: 'a', value: null, headers: { 'x-é': 'ü' } }])
    await appendAll(name)
    const { collector } = await join(group(), [name])
    await eventually(() => collector.records.length === KEYS.length + 1)
    const read = (await Promise.all(partitions.map((partition) => readAll(name, partition)))).flat()
    expect(read).to.have.deep.members(collector.records)
    expect(read).to.have.length(KEYS.length + 1)
  })

  it('knows the bounds of each partition, and begins a page with the record of the offset', async () => {
    const name = await topic()
    expect(await reader().bounds(name)).to.deep.equal(partitions.map(() => ({ oldest: 0, end: 0 })))
    await appendAll(name)
    const bounds = await reader().bounds(name)
    expect(bounds.reduce((sum, { end }) => sum + end, 0)).to.equal(KEYS.length)
    for (const [partition, { end }] of bounds.entries()) {
      for (const at of [0, 1, end - 1]) {
        const [first] = (await reader().read(name, partition, at)).records
        expect(first).to.include({ topic: name, partition, offset: at })
      }
      expect(await readAll(name, partition, 1)).to.have.length(end - 1)
      expect(await reader().read(name, partition, end)).to.deep.equal({
        records: [],
        next: end,
        isGone: false,
        isEnd: true,
      })
      const beyond = await reader().read(name, partition, end + 1)
      expect(beyond).to.deep.equal({ records: [], next: end + 1, isGone: true, isEnd: false })
    }
  })

  it('tells whether a record followed a page when it was read', async () => {
    const name = await topic()
    for (let at = 0; at < LARGE; at++) await log().append([textRecord(name, 'k', LARGE_VALUE)])
    const partition = (await reader().bounds(name)).findIndex(({ end }) => end > 0)
    const ends: [number, boolean][] = []
    for (let at = 0; at < LARGE; ) {
      const { next, isEnd } = await reader().read(name, partition, at)
      ends.push([next, isEnd])
      at = next
    }
    expect(ends.length).to.be.within(2, LARGE)
    expect(ends.at(-1)).to.deep.equal([LARGE, true])
    expect(ends.slice(0, -1).filter(([, isEnd]) => isEnd)).to.deep.equal([])
    await log().append([textRecord(name, 'k', 'one more')])
    expect(await reader().read(name, partition, LARGE)).to.include({ next: LARGE + 1, isEnd: true })
  })

  it('reads many places at the same time, large records too', async () => {
    const name = await topic()
    for (const key of KEYS) await log().append([textRecord(name, key, LARGE_VALUE)])
    const places = (await reader().bounds(name)).flatMap(({ end }, partition) =>
      Array.from({ length: end }, (_, offset) => ({ topic: name, partition, offset })),
    )
    expect(places).to.have.length(KEYS.length)
    const pages = await Promise.all(
      places.map(({ partition, offset }) => reader().read(name, partition, offset)),
    )
    for (const [at, { records }] of pages.entries()) expect(records[0]).to.include(places[at])
  })

  it('reports the partitions of its topics that have new records, until it is stopped', async () => {
    const [name, other] = [await topic(), await topic()]
    let changed = new Set<string>()
    const note = ({ topic: of, partition }: TopicPartition) => changed.add(`${of}/${partition}`)
    const stop = reader().watch([name], (places) => {
      if (places === 'all') changed.add('all')
      else places.forEach(note)
    })
    // A log may report each partition once at the start.
    await log().append([textRecord(name, KEYS[0] as string, 'first')])
    await eventually(() => changed.size > 0)
    for (const key of [KEYS[1], KEYS[2]] as string[]) {
      const before = await reader().bounds(name)
      await log().append([textRecord(other, key, 'x')])
      changed = new Set()
      await log().append([textRecord(name, key, 'x')])
      const after = await reader().bounds(name)
      const partition = after.findIndex(({ end }, at) => end !== before[at]?.end)
      await eventually(() => changed.has(`${name}/${partition}`) || changed.has('all'))
      expect([...changed].filter((place) => place.startsWith(other))).to.deep.equal([])
    }
    stop()
  })

  it('is unavailable for a topic that does not exist', async () => {
    const calls = [reader().bounds('none'), reader().read('none', 0, 0)]
    const errors = await Promise.all(calls.map((call) => rejectionOf(call)))
    expect(errors.map(isUnavailable)).to.deep.equal([true, true])
  })
}
