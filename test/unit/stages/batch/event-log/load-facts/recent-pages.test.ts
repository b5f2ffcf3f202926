import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { recentPages } from '#stages/batch/event-log/load-facts.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { memoryLog } from '../memory-log.ts'

const MIB = 1024 * 1024
const TOPIC = 'item.facts'

describe('recentPages', () => {
  /** A partition with ten records, in pages of four. */
  async function scene({ maxBytes = MIB, maxPages = 8 } = {}) {
    const log = memoryLog({ partitions: 2, pageRecords: 4 })
    for (let at = 0; at < 10; at++)
      await log.append([{ topic: TOPIC, partition: 1, key: null, value: `r${at}`, headers: {} }])
    return { log, pages: recentPages({ events: log.events, maxBytes, maxPages }) }
  }
  const values = (page: { readonly records: readonly { readonly value: Buffer | null }[] }) =>
    page.records.map(({ value }) => String(value))

  it('reads a page once for all places in it', async () => {
    const { log, pages } = await scene()
    for (const offset of [2, 3, 5, 2]) {
      const page = await pages.read(TOPIC, 1, offset)
      expect([values(page), page.next]).to.deep.equal([['r2', 'r3', 'r4', 'r5'], 6])
    }
    expect(log.reads).to.deep.equal([`${TOPIC}/1/2`])
  })

  it('reads what lies before or behind the pages that it has, and other partitions', async () => {
    const { log, pages } = await scene()
    expect(values(await pages.read(TOPIC, 1, 4))).to.deep.equal(['r4', 'r5', 'r6', 'r7'])
    expect(values(await pages.read(TOPIC, 1, 1))).to.deep.equal(['r1', 'r2', 'r3', 'r4'])
    expect(values(await pages.read(TOPIC, 1, 8))).to.deep.equal(['r8', 'r9'])
    expect(values(await pages.read(TOPIC, 0, 0))).to.deep.equal([])
    expect(log.reads).to.have.length(4)
  })

  it('looks again where there was no record yet', async () => {
    const { log, pages } = await scene()
    expect((await pages.read(TOPIC, 1, 10)).next).to.equal(10)
    await log.append([{ topic: TOPIC, partition: 1, key: null, value: 'new', headers: {} }])
    expect(values(await pages.read(TOPIC, 1, 10))).to.deep.equal(['new'])
  })

  // A page of four records counts as 2,008 bytes.
  for (const [limit, given] of Object.entries({ bytes: { maxBytes: 3000 }, pages: { maxPages: 1 } }))
    it(`keeps no more than its ${limit}`, async () => {
      const { log, pages } = await scene(given)
      for (const offset of [0, 0, 4, 4, 0, 4]) await pages.read(TOPIC, 1, offset)
      expect(log.reads).to.have.length(4)
    })

  it('goes on after a failure, which concerns the one who asked', async () => {
    const { log } = await scene()
    let isAway = true
    const read: typeof log.events.read = async (...place) =>
      isAway ? Promise.reject(unavailable('event log')) : log.events.read(...place)
    const pages = recentPages({ events: { read }, maxBytes: MIB, maxPages: 8 })
    expect(await rejectionOf(pages.read(TOPIC, 1, 0))).to.be.an('error')
    isAway = false
    expect(values(await pages.read(TOPIC, 1, 9))).to.deep.equal(['r9'])
  })
})
