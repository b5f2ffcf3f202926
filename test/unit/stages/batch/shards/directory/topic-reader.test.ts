import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { EventReader, LogRecord, OffsetRange } from '#shared/ports/event-log.ts'
import { makeTopicReader } from '#stages/batch/shards/directory/topic-reader.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const PAGE = 2

/** A log of partitions that a test changes, in pages of two records. */
class FakeLog implements EventReader {
  partitions: number[][] = [[]]
  /** By partition, as `removeBefore` and `createAnew` leave them. */
  ranges: OffsetRange[] = [{ oldest: 0, end: 0 }]
  isDown = false

  fill(partition: number, ...offsets: number[]): void {
    const all = [...(this.partitions[partition] ?? []), ...offsets]
    this.partitions[partition] = all
    const oldest = this.ranges[partition]?.oldest ?? 0
    this.ranges[partition] = { oldest, end: (all.at(-1) ?? -1) + 1 }
  }

  removeBefore(partition: number, oldest: number): void {
    this.partitions[partition] = (this.partitions[partition] ?? []).filter((offset) => offset >= oldest)
    this.ranges[partition] = { oldest, end: this.ranges[partition]?.end ?? 0 }
  }

  createAnew(): void {
    this.partitions = [[]]
    this.ranges = [{ oldest: 0, end: 0 }]
  }

  async bounds() {
    if (this.isDown) throw unavailable('event log')
    return this.ranges
  }

  /** As on Kafka: an offset that compaction removed is passed over. */
  async read(topic: string, partition: number, offset: number) {
    if (this.isDown) throw unavailable('event log')
    const { oldest, end } = this.ranges[partition] ?? { oldest: 0, end: 0 }
    if (offset < oldest || offset > end) return { records: [], next: offset, isGone: true, isEnd: false }
    const page = (this.partitions[partition] ?? []).filter((one) => one >= offset).slice(0, PAGE)
    const records = page.map((one): LogRecord => {
      const key = Buffer.from(`${partition}/${one}`)
      return { topic, partition, offset: one, key, value: null, headers: {}, timestamp: 0 }
    })
    const next = (page.at(-1) ?? end - 1) + 1
    return { records, next, isGone: false, isEnd: next === end }
  }

  watch() {
    return () => undefined
  }
}

describe('reader of a topic', () => {
  let log: FakeLog
  let seen: string[]
  let readAll: () => Promise<void>
  beforeEach(() => {
    log = new FakeLog()
    seen = []
    readAll = makeTopicReader(log, 'x', {
      replace: ({ key }) => void seen.push(String(key)),
      clear: () => void seen.push('clear'),
    })
  })
  const newlySeen = async () => {
    seen = []
    await readAll()
    return seen
  }

  it('reads from the oldest record on, then what has come', async () => {
    log.fill(0, 0, 1, 2, 3, 4)
    log.removeBefore(0, 2)
    expect(await newlySeen()).to.deep.equal(['0/2', '0/3', '0/4'])
    expect(await newlySeen()).to.deep.equal([])
    log.fill(0, 5)
    expect(await newlySeen()).to.deep.equal(['0/5'])
  })

  it('reads all partitions, past records that compaction removed', async () => {
    log.fill(0, 1, 4, 9)
    log.fill(1, 0, 7, 8)
    expect(await newlySeen()).to.have.members(['0/1', '0/4', '0/9', '1/0', '1/7', '1/8'])
    log.fill(1, 20)
    expect(await newlySeen()).to.deep.equal(['1/20'])
  })

  it('goes on from the oldest record when the next ones are gone', async () => {
    log.fill(0, 0)
    await readAll()
    log.fill(0, 1, 2, 3)
    log.removeBefore(0, 2)
    expect(await newlySeen()).to.deep.equal(['0/2', '0/3'])
  })

  it('forgets what it read when the topic was created anew', async () => {
    log.fill(0, 0, 1, 2)
    log.fill(1, 0, 1, 2)
    await readAll()
    log.createAnew()
    log.fill(0, 0)
    expect(await newlySeen()).to.deep.equal(['clear', '0/0'])
  })

  it('rejects while the log is unavailable, and goes on afterwards', async () => {
    log.isDown = true
    expect(await rejectionOf(readAll())).to.have.property('code', 'SERVICE_UNAVAILABLE')
    log.isDown = false
    log.fill(0, 0)
    expect(await newlySeen()).to.deep.equal(['0/0'])
    log.isDown = true
    expect(await rejectionOf(readAll())).to.have.property('code', 'SERVICE_UNAVAILABLE')
    log.isDown = false
    log.fill(0, 1)
    expect(await newlySeen()).to.deep.equal(['0/1'])
  })
})
