import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { RunningService } from '#infra/services/service.ts'
import { eventually } from '#test/contract/eventually.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { underFault } from '#test/support/faults/under-fault.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import type { PartsFixture } from '#test/support/service/parts-fixture.ts'

/** For all inspections to end after the fault. */
const LIMIT_MS = 90_000

export interface BrokersFault {
  /** For the table. */
  readonly title: string
  /** Unique within the fixture: part of the URLs. */
  readonly name: string
  /** Pages of the batch that runs beside the calls. */
  readonly pages: number
  inject(): Promise<void>
}

/** Injects the fault under calls and a batch, and expects that nothing is lost, and that calls work afterwards. */
export async function expectNothingLost(
  fixture: PartsFixture,
  { title, name, pages, inject }: BrokersFault,
): Promise<void> {
  const report = await underFault(fixture, { name, pages, inject, limitMs: LIMIT_MS })
  const { undocumented, accepted, lost, several, repeated, batch, endedMs, batchMs, longestRefusalMs } =
    report
  const hasEnded = endedMs !== null && batchMs !== null
  reportFault({
    fault: title,
    accepted: accepted + batch.accepted,
    lost: lost + batch.accepted - batch.once,
    wrong: undocumented.length,
    repeated,
    recoveredMs: hasEnded ? endedMs : null,
  })
  console.log(`      calls were refused for at most ${(longestRefusalMs / 1000).toFixed(1)} s`)
  expect(undocumented).to.deep.equal([])
  expect({ lost, several, batch, hasEnded }).to.deep.equal({
    ...{ lost: 0, several: 0, hasEnded: true },
    batch: { accepted: pages, done: pages, once: pages },
  })
  expect(accepted).to.be.above(0)
  await untilAnswered(fixture, `/after-${name}`)
}

/** A busy machine may refuse some calls, as documented. */
async function untilAnswered({ url, site }: PartsFixture, path: string): Promise<void> {
  await eventually(async () => {
    const { status, json } = await getMetadata(url, site.url(path))
    expect(status).to.be.oneOf([200, 503])
    return status === 200 && json?.title === `Page ${path}`
  }, LIMIT_MS)
}

/** A broker that answers nothing for so long, although its connections stay. */
export async function suspendFor(broker: RunningService | undefined, ms: number): Promise<void> {
  await broker?.suspend()
  await sleep(ms)
  broker?.resume()
}
