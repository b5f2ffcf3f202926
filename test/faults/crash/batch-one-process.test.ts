import { rm } from 'node:fs/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { externalSqlite } from '#test/support/external/external-sqlite.ts'
import { endAllServices, startParts } from '#test/support/service/service-process.ts'
import {
  clientOf,
  crashing,
  expectEachOnce,
  expectRejected,
  openCrashBatch,
  untilNextOutcome,
  untilSeen,
} from './batch-crash.ts'

/** Numbers of outcomes after which the process is killed. */
const KILLS_AT = [150, 700, 1300]

describe('kill -9 of the one process in the middle of a batch, on the embedded adapters', function () {
  this.timeout(300_000)
  after(endAllServices)

  it('loses no URL and ends none twice', async () => {
    const folder = await freshFolder('batch-crash')
    const [port] = await freePorts(1)
    const env = { DATA_DIR: folder, PORT: String(port), ...crashing.settings }
    const start = () => startParts([], { env, command: crashing.command })
    let service = await start()
    const batch = await openCrashBatch()
    const external = await externalSqlite(folder)
    const client = clientOf(service.url)
    const submitted = await client.submit(batch.lines)
    expectRejected(submitted, batch)
    let recoveredMs = 0
    for (const count of KILLS_AT) {
      await untilSeen(external, count)
      const killed = performance.now()
      await service.kill()
      service = await start()
      recoveredMs = Math.max(recoveredMs, await untilNextOutcome(external, killed))
    }
    const ended = await client.untilEnded(submitted.id)
    expect(ended.state).to.equal('finished')
    await untilSeen(external, ended.counts.accepted)
    const fault = 'the one process killed in a batch, three times'
    await expectEachOnce({ fault, recoveredMs }, client, ended, external, batch)
    await external.close()
    await batch.site.close()
    expect(await service.stop()).to.equal(0)
    await rm(folder, { recursive: true, force: true })
  })
})
