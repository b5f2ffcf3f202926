import { expect } from 'chai'
import { toLogPage } from '#shared/adapters/kafka/fetch/fetched-page.ts'
import type { FetchedPartition } from '#shared/adapters/kafka/protocol/fetch-request.ts'
import type { FetchedRecord } from '#shared/adapters/kafka/protocol/record-batch.ts'

function record(offset: number, more: Partial<FetchedRecord> = {}): FetchedRecord {
  return {
    offset,
    timestamp: 5,
    key: null,
    value: Buffer.from(`v${offset}`),
    headers: {},
    leaderEpoch: 0,
    isControlRecord: false,
    producerId: -1,
    isInTransaction: false,
    ...more,
  }
}

const fetched = (records: readonly FetchedRecord[], more: Partial<FetchedPartition> = {}) => ({
  topic: 'p.t',
  partition: 3,
  error: null,
  lastStableOffset: 20,
  abortedTransactions: [],
  records,
  ...more,
})

/** Kafka, "Control Batches": the key of the marker of an aborted transaction. */
const ABORT = Buffer.from([0, 0, 0, 0])

describe('toLogPage', () => {
  const offsets = ({ records }: ReturnType<typeof toLogPage>) => records.map(({ offset }) => offset)

  it('has the records from the offset on, of which a batch may have earlier ones', () => {
    const page = toLogPage('t', 5, fetched([record(4), record(5), record(7)]))
    expect(page).to.deep.include({ next: 8, isGone: false, isEnd: false })
    expect(offsets(page)).to.deep.equal([5, 7])
    expect(page.records[0]).to.deep.include({ topic: 't', partition: 3, timestamp: 5 })
  })

  it('goes on behind records that are not delivered', () => {
    const ofTransaction = { producerId: 9, isInTransaction: true }
    const marker = record(7, { key: ABORT, isControlRecord: true, ...ofTransaction })
    const aborted = [{ producerId: 9, firstOffset: 5 }]
    const records = [record(5, ofTransaction), record(6), marker]
    const page = toLogPage('t', 5, fetched(records, { abortedTransactions: aborted }))
    expect([offsets(page), page.next]).to.deep.equal([[6], 8])
  })

  it('has the later records of a producer whose transaction was aborted, and those of others beside it', () => {
    const of = (producerId: number) => ({ producerId, isInTransaction: true })
    const marker = record(8, { key: ABORT, isControlRecord: true, ...of(9) })
    const records = [record(5, of(9)), record(6, of(7)), record(7, of(9)), marker, record(9, of(9))]
    const aborted = [{ producerId: 9, firstOffset: 2 }]
    expect(offsets(toLogPage('t', 5, fetched(records, { abortedTransactions: aborted })))).to.deep.equal([
      6, 9,
    ])
  })

  it('goes on behind an offset that compaction removed from the end of its batch', () => {
    const page = toLogPage('t', 5, fetched([record(3)]))
    expect(page).to.deep.equal({ records: [], next: 6, isGone: false, isEnd: false })
  })

  it('is empty at the end', () => {
    const page = toLogPage('t', 20, fetched([]))
    expect(page).to.deep.equal({ records: [], next: 20, isGone: false, isEnd: true })
  })

  it('is at the end behind the last record that can be read', () => {
    const open = { lastStableOffset: 8 }
    const isEnd = (...records: FetchedRecord[]) => toLogPage('t', 5, fetched(records, open)).isEnd
    expect([isEnd(record(5), record(6)), isEnd(record(5), record(7))]).to.deep.equal([false, true])
  })

  it('has a record for a batch that cannot be decoded', () => {
    const unreadable = { reason: 'damaged', firstOffset: 5, lastOffset: 9 }
    const page = toLogPage('t', 5, fetched([record(9, { value: null, unreadable })]))
    expect(page.next).to.equal(10)
    expect(page.records[0]).to.deep.include({ offset: 9, unreadable })
  })

  it('is gone where the offset is out of range, and throws other errors', () => {
    const failed = (type: string) => fetched([], { error: Object.assign(new Error(type), { type }) })
    const gone = toLogPage('t', 5, failed('OFFSET_OUT_OF_RANGE'))
    expect(gone).to.deep.equal({ records: [], next: 5, isGone: true, isEnd: false })
    expect(() => toLogPage('t', 5, failed('NOT_LEADER_FOR_PARTITION'))).to.throw('NOT_LEADER')
  })
})
