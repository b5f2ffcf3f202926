import { expect } from 'chai'
import { readLoads } from '#gateway/inspections/admission/load-reports.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import type { EventLog, Receiver } from '#shared/ports/event-log.ts'
import { runReportedStage } from '#stages/render/reporting/reported-stage.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { requestOf, resultOf, toyOptions } from '#test/unit/shared/stage/toy-stage.ts'

const TOPIC = 'inspection.requested.interactive'

describe('runReportedStage', () => {
  let embedded: Embedded
  let held: PromiseWithResolvers<void>
  beforeEach(async () => {
    embedded = await openEmbedded()
    held = Promise.withResolvers()
  })
  afterEach(() => embedded.close())

  const run = (log: EventLog = embedded.log) =>
    runReportedStage(
      (load) => ({
        name: 'render',
        input: 'inspection.requested',
        accepts: () => true,
        concurrencyKeyOf: () => null,
        describe: describeRequest,
        async handle(work) {
          await held.promise
          load.recordDuration('together', 2000)
          return resultOf(work, '{}')
        },
      }),
      toyOptions({ ...embedded, log }),
      embedded.store,
    )
  const together = async () => (await readLoads(embedded.store))[0]?.together

  it('reports the jobs that its pool has, and how long they took, until it has drained', async () => {
    const stage = await run()
    await embedded.log.append([requestOf('one'), requestOf('two')])
    await eventually(async () => (await together())?.jobs === 2)
    expect(await together()).to.include({ slots: 8, perOwner: 8, seconds: null, owners: 1 })
    held.resolve()
    await eventually(async () => (await together())?.jobs === 0)
    expect((await together())?.seconds).to.equal(2)
    await stage.drain(1000)
    expect(await readLoads(embedded.store)).to.deep.equal([])
  })

  it('reports no slots while other members of its group own all partitions', async () => {
    let receiver: Receiver | null = null
    const stage = await run({
      ...embedded.log,
      async subscribe(group, topics, of) {
        if (group === 'render.interactive') receiver = of
        return embedded.log.subscribe(group, topics, {
          ...of,
          assigned: () => of.assigned([], []),
          received() {},
        })
      },
    })
    const assign = (...partitions: number[]) =>
      receiver?.assigned(
        partitions.map((partition) => ({ topic: TOPIC, partition, offset: 0, metadata: '' })),
        [],
      )
    await eventually(async () => (await together())?.slots === 0)
    assign(7)
    await eventually(async () => (await together())?.slots === 8)
    assign()
    await eventually(async () => (await together())?.slots === 0)
    await stage.drain(0)
  })
})
