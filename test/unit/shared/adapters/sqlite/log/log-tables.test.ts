import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type LogTables, logTables, runQuery } from '#shared/adapters/sqlite/log/log-tables.ts'
import { isUnavailable } from '#shared/errors.ts'

const HOUR_MS = 3_600_000
const spec = (topic: string, retentionMs = HOUR_MS) => ({ topic, retentionMs, maxRecordBytes: 1000 })
const record = (topic: string) => ({ topic, key: null, value: 'v', headers: {} })

describe('logTables', () => {
  let database: Database
  let tables: LogTables
  beforeEach(() => {
    database = openDatabase(':memory:')
    tables = logTables(database.db)
    tables.topics.add(spec('t'))
    tables.topics.add(spec('u'))
  })
  afterEach(() => {
    if (database.db.isOpen) database.close()
  })

  function append(topic: string, count: number): void {
    const { id } = tables.topics.get(topic)
    const first = tables.topics.takeOffsets(id, count)
    for (let at = first; at < first + count; at++) tables.records.insert(id, at, record(topic), 5)
  }

  it('gives out each offset of a topic once, also after records were removed', () => {
    const { id } = tables.topics.get('t')
    append('t', 3)
    append('u', 1)
    tables.records.removeBefore(id, 3)
    expect(tables.topics.takeOffsets(id, 2)).to.equal(3)
    expect(tables.topics.end(id)).to.equal(5)
    expect(tables.topicBounds(tables.topics.get('t'))).to.deep.equal({ oldest: 5, end: 5 })
  })

  it('changes the specification of a topic, and keeps its records', () => {
    append('t', 2)
    const before = tables.topics.get('t')
    tables.topics.add(spec('t', 7))
    expect(tables.topics.get('t')).to.deep.equal({ ...before, retentionMs: 7 })
    expect(tables.topicBounds(before).end).to.equal(2)
  })

  it('continues a group at its commit, and at the oldest record if the commit is out of bounds', () => {
    const topic = tables.topics.get('t')
    append('t', 5)
    tables.records.removeBefore(topic.id, 2)
    expect(tables.position('g', topic)).to.deep.equal({ offset: 2, metadata: '' })
    for (const [offset, expected] of [
      [2, { offset: 2, metadata: 'm' }],
      [5, { offset: 5, metadata: 'm' }],
      [1, { offset: 2, metadata: '' }],
      [6, { offset: 2, metadata: '' }],
    ] as const) {
      tables.commits.set('g', topic.id, { offset, metadata: 'm' })
      expect(tables.position('g', topic), `committed ${offset}`).to.deep.equal(expected)
    }
  })

  it('reports lag and bounds of a group', () => {
    const topic = tables.topics.get('t')
    append('t', 5)
    tables.commits.set('g', topic.id, { offset: 4, metadata: 'm' })
    const position = { topic: 't', partition: 0, offset: 4, metadata: 'm' }
    expect(tables.lag('g', topic)).to.deep.equal({ topic: 't', records: 1, positions: [position] })
    expect(tables.partitionBounds('g', topic)).to.deep.equal({
      topic: 't',
      partition: 0,
      log: '',
      oldest: 0,
      end: 5,
      committed: { log: '', offset: 4, metadata: 'm' },
    })
    expect(tables.partitionBounds('other', topic).committed).to.equal(null)
  })

  it('knows up to where all groups of a topic have consumed', () => {
    const { id } = tables.topics.get('t')
    expect(tables.commits.consumedEnd(id)).to.equal(0)
    tables.commits.set('g', id, { offset: 4, metadata: '' })
    tables.commits.set('h', id, { offset: 2, metadata: '' })
    expect(tables.commits.consumedEnd(id)).to.equal(2)
    expect(tables.commits.consumedEnd(tables.topics.get('u').id)).to.equal(0)
  })

  it('is unavailable for a missing topic, and when the file is closed', () => {
    const caught = (work: () => unknown) => {
      try {
        return work()
      } catch (error) {
        return error
      }
    }
    expect(isUnavailable(caught(() => tables.topics.get('none')))).to.equal(true)
    const topic = tables.topics.get('t')
    database.close()
    expect(isUnavailable(caught(() => tables.lag('g', topic)))).to.equal(true)
    expect(isUnavailable(caught(() => tables.topics.all()))).to.equal(true)
    expect(runQuery(() => 7)).to.equal(7)
  })
})
