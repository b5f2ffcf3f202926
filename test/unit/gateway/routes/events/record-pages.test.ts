import { expect } from 'chai'
import { makeRecordPages } from '#gateway/routes/events/record-pages.ts'
import { readerOf, recordAt } from './event-reader.ts'

const topic = 'result.metadata'

describe('pages of records', () => {
  it('are successive records, and those of them that are events', async () => {
    const broken = { ...recordAt(topic, 6), headers: {} }
    const pages = makeRecordPages(readerOf([recordAt(topic, 5), broken]))
    const page = await pages.read(topic, 5)
    expect(page).to.include({ from: 5, next: 7 })
    expect(page?.events.map(({ offset }) => offset)).to.deep.equal([5])
  })

  it('begin at the oldest record behind the offset, and are none at the end', async () => {
    const pages = makeRecordPages(readerOf([recordAt(topic, 5)]))
    expect((await pages.read(topic, 0))?.from).to.equal(5)
    expect(await pages.read(topic, 6)).to.equal(null)
  })

  it('are read once for all streams at one place', async () => {
    const reader = readerOf([recordAt(topic, 0)])
    const pages = makeRecordPages(reader)
    await Promise.all([pages.read(topic, 0), pages.read(topic, 0), pages.read(topic, 0)])
    await pages.read(topic, 0)
    expect(reader.reads).to.be.below(4)
  })

  it('are kept up to a bound', async () => {
    const reader = readerOf(Array.from({ length: 40 }, (_, at) => recordAt(topic, at)))
    const pages = makeRecordPages(reader)
    for (let at = 0; at < 40; at++) await pages.read(topic, at)
    await pages.read(topic, 39)
    expect(reader.reads).to.equal(40)
    await pages.read(topic, 0)
    expect(reader.reads).to.equal(41)
  })
})
