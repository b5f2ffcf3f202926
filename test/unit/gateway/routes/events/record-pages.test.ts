import { expect } from 'chai'
import { makeRecordPages } from '#gateway/routes/events/record-pages.ts'
import { eventually } from '#test/contract/eventually.ts'
import { readerOf, recordAt } from './event-reader.ts'

const topic = 'result.metadata'
const place = { topic, partition: 0 }

describe('pages of records', () => {
  it('are successive records, and those of them that are events', async () => {
    const broken = { ...recordAt(topic, 6), headers: {} }
    const pages = makeRecordPages(readerOf([recordAt(topic, 5), broken]))
    const page = await pages.read(place, 5)
    expect(page).to.include({ next: 7, isGone: false })
    expect(page.events.map(({ offset }) => offset)).to.deep.equal([5])
  })

  it('are gone in front of the oldest record, and have nothing at the end', async () => {
    const pages = makeRecordPages(readerOf([recordAt(topic, 5)]))
    expect(await pages.read(place, 0)).to.deep.include({ isGone: true, events: [] })
    expect(await pages.read(place, 6)).to.deep.include({ isGone: false, next: 6, events: [] })
  })

  it('are read once for all streams at one place', async () => {
    const reader = readerOf([recordAt(topic, 0)])
    const pages = makeRecordPages(reader)
    await Promise.all([pages.read(place, 0), pages.read(place, 0), pages.read(place, 0)])
    await pages.read(place, 0)
    expect(reader.reads).to.be.below(4)
  })

  it('are read again for a call during a read that finds nothing, once for all such calls', async () => {
    const records = [recordAt(topic, 0)].slice(1)
    const reader = readerOf(records)
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const read = async (name: string, partition: number, offset: number) => {
      const page = reader.read(name, partition, offset)
      await answers[reader.reads - 1]?.promise
      return page
    }
    const pages = makeRecordPages({ ...reader, read })
    const first = pages.read(place, 0)
    await eventually(() => reader.reads === 1)
    records.push(recordAt(topic, 0))
    const others = [pages.read(place, 0), pages.read(place, 0)]
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    for (const { resolve } of answers) resolve()
    expect((await first).events).to.have.length(0)
    for (const other of others) expect((await other).events).to.have.length(1)
    expect(reader.reads).to.equal(2)
  })

  it('are kept up to a bound', async () => {
    const reader = readerOf(Array.from({ length: 40 }, (_, at) => recordAt(topic, at)))
    const pages = makeRecordPages(reader)
    for (let at = 0; at < 40; at++) await pages.read(place, at)
    await pages.read(place, 39)
    expect(reader.reads).to.equal(40)
    await pages.read(place, 0)
    expect(reader.reads).to.equal(41)
  })
})
