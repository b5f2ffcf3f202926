import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { logTables } from '#shared/adapters/sqlite/log/log-tables.ts'
import { recordsTable } from '#shared/adapters/sqlite/log/records-table.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

const plenty = { records: 100, bytes: 100_000 }
const [one, two] = [
  { id: 1, name: 't' },
  { id: 2, name: 'u' },
]

describe('recordsTable', () => {
  let database: Database
  let records: ReturnType<typeof recordsTable>
  beforeEach(() => {
    database = openDatabase(':memory:')
    logTables(database.db)
    records = recordsTable(database.db)
  })
  afterEach(() => database.close())
  const insert = (topicId: number, offset: number, more: Partial<NewRecord> = {}, timestamp = offset) =>
    records.insert(topicId, offset, { topic: '', key: null, value: 'v', headers: {}, ...more }, timestamp)
  const offsets = (topic: typeof one, from: number, limits = plenty) => {
    const page = records.page(topic, from, limits)
    return [page.records.map(({ offset }) => offset), page.isFull]
  }

  it('returns every byte of key, value and headers', () => {
    const odd = Buffer.from([0, 255, 0xc3, 0x28])
    insert(1, 7, { key: odd, value: null, headers: { ü: 'é', '': odd, empty: '' } }, 99)
    expect(records.page(one, 0, plenty).records).to.deep.equal([
      {
        topic: 't',
        partition: 0,
        offset: 7,
        key: odd,
        value: null,
        headers: { ü: Buffer.from('é'), '': odd, empty: Buffer.alloc(0) },
        timestamp: 99,
      },
    ])
  })

  it('keeps topics apart, with offsets up to 2^40', () => {
    const last = 2 ** 40 - 1
    for (const offset of [0, last]) insert(1, offset)
    insert(2, 0)
    expect(offsets(one, 1)).to.deep.equal([[last], false])
    expect(offsets(two, 0)).to.deep.equal([[0], false])
    expect([records.oldest(1), records.oldest(3)]).to.deep.equal([0, null])
  })

  it('limits a page in records and bytes, with at least one record', () => {
    for (let offset = 0; offset < 4; offset++) insert(1, offset, { value: 'x'.repeat(10) })
    expect(offsets(one, 1, { records: 2, bytes: 1000 })).to.deep.equal([[1, 2], true])
    expect(offsets(one, 0, { records: 9, bytes: 20 })).to.deep.equal([[0, 1], true])
    expect(offsets(one, 0, { records: 9, bytes: 1 })).to.deep.equal([[0], true])
    expect(offsets(one, 3)).to.deep.equal([[3], false])
  })

  it('finds the end of the removable records at the start, and removes up to it', () => {
    for (let offset = 3; offset < 9; offset++) insert(1, offset)
    insert(2, 0)
    const isOld = (_offset: number, timestamp: number) => timestamp < 6 || timestamp === 8
    expect(records.removableEnd(1, 10, isOld)).to.equal(6)
    expect(records.removableEnd(1, 2, isOld)).to.equal(5)
    expect(records.removableEnd(1, 10, () => false)).to.equal(0)
    records.removeBefore(1, 6)
    expect(offsets(one, 0)[0]).to.deep.equal([6, 7, 8])
    expect(offsets(two, 0)[0]).to.deep.equal([0])
  })
})
