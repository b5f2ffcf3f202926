import { expect } from 'chai'
import { backlog } from '#shared/consumer/group-progress.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { requestOf, resultOf, runToyStage } from '../stage/toy-stage.ts'

const TOPIC = 'inspection.requested.interactive'

describe('group progress', () => {
  let embedded: Embedded
  let log: EventLog
  beforeEach(async () => {
    embedded = await openEmbedded()
    log = embedded.log
  })
  afterEach(() => embedded.close())

  it('counts all records as unfinished while nobody reads', async () => {
    await log.append([requestOf('a'), requestOf('b')])
    expect(await backlog(log, 'toy.interactive', [TOPIC, 'page.fetched.interactive'])).to.equal(2)
  })

  it('counts running and waiting records, but not finished ones beyond them', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const stage = await runToyStage(embedded, async (work) => {
      if (work.event.id === 'slow') await released
      return resultOf(work, '{}')
    })
    await log.append(
      ['slow', ...Array.from({ length: 30 }, (_, at) => `quick-${at}`)].map((id) => requestOf(id)),
    )
    await eventually(async () => (await backlog(log, 'toy.interactive', [TOPIC])) === 1)
    expect((await log.lag('toy.interactive', [TOPIC]))[0]?.records).to.equal(31)
    release()
    await eventually(async () => (await backlog(log, 'toy.interactive', [TOPIC])) === 0)
    await stage.drain(0)
  })
})
