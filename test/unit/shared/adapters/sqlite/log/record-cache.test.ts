import { expect } from 'chai'
import { makeRecordCache } from '#shared/adapters/sqlite/log/record-cache.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

const record = (value: string): NewRecord => ({ topic: 't', key: 'k', value, headers: { name: 'ä' } })
const plenty = { records: 100, bytes: 100_000 }
const offsetsOf = (page: { records: { offset: number }[] } | null) =>
  page?.records.map(({ offset }) => offset)

describe('makeRecordCache', () => {
  it('returns records in the form in which the table returns them', () => {
    const recent = makeRecordCache(plenty)
    recent.add('t', 7, [record('ö')], 1234)
    expect(recent.page('t', 7, plenty)?.records).to.deep.equal([
      {
        ...{ topic: 't', partition: 0, offset: 7, timestamp: 1234 },
        ...{ key: Buffer.from('k'), value: Buffer.from('ö'), headers: { name: Buffer.from('ä') } },
      },
    ])
  })

  it('has headers as text too, but not in a copy', () => {
    const recent = makeRecordCache(plenty)
    recent.add('t', 0, [record('a')], 0)
    const [cached] = recent.page('t', 0, plenty)?.records ?? []
    expect(cached?.headerTexts).to.deep.equal({ name: 'ä' })
    expect({ ...cached }).to.not.have.property('headerTexts')
  })

  it('has headers as text only where their bytes say the same', () => {
    const recent = makeRecordCache(plenty)
    const lone = '\ud800'
    recent.add('t', 0, [{ ...record('a'), headers: { text: 'x', bytes: Buffer.from([0xff]) } }], 0)
    recent.add('t', 1, [{ ...record('a'), headers: { name: lone } }], 0)
    const records = recent.page('t', 0, plenty)?.records ?? []
    expect(records.map(({ headerTexts }) => headerTexts)).to.deep.equal([undefined, undefined])
    expect(records[0]?.headers).to.deep.equal({ text: Buffer.from('x'), bytes: Buffer.from([0xff]) })
    expect(records[1]?.headers).to.deep.equal({ name: Buffer.from('\ufffd') })
  })

  it('returns null if the first record is not cached', () => {
    const recent = makeRecordCache(plenty)
    recent.add('t', 7, [record('a')], 0)
    expect(recent.page('t', 6, plenty)).to.equal(null)
    expect(recent.page('t', 8, plenty)).to.equal(null)
    expect(recent.page('other', 7, plenty)).to.equal(null)
  })

  it('ends a page before records of another process, and reports that more follow', () => {
    const recent = makeRecordCache(plenty)
    recent.add('t', 1, [record('a'), record('b')], 0)
    recent.add('t', 4, [record('d')], 0)
    const page = recent.page('t', 1, plenty)
    expect([offsetsOf(page), page?.isFull]).to.deep.equal([[1, 2], true])
    expect(recent.page('t', 4, plenty)?.isFull).to.equal(false)
  })

  it('limits a page in records and bytes, with at least one record', () => {
    const recent = makeRecordCache(plenty)
    recent.add('t', 0, [record('aaaa'), record('bbbb'), record('cccc')], 0)
    expect(offsetsOf(recent.page('t', 0, { records: 2, bytes: 1000 }))).to.deep.equal([0, 1])
    expect(offsetsOf(recent.page('t', 1, { records: 2, bytes: 1 }))).to.deep.equal([1])
  })

  it('evicts the oldest records above the limits of number and bytes', () => {
    const few = makeRecordCache({ records: 2, bytes: 100_000 })
    few.add('t', 0, [record('a'), record('b')], 0)
    few.add('u', 0, [{ ...record('c'), topic: 'u' }], 0)
    expect([few.page('t', 0, plenty), offsetsOf(few.page('t', 1, plenty))]).to.deep.equal([null, [1]])
    const small = makeRecordCache({ records: 100, bytes: 50 })
    small.add('t', 0, [record('a'.repeat(30)), record('b'.repeat(30))], 0)
    expect([small.page('t', 0, plenty), offsetsOf(small.page('t', 1, plenty))]).to.deep.equal([null, [1]])
  })
})
