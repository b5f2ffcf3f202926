import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { outcomesOf, tally } from '#test/support/external/external-client.ts'
import { externalSqlite } from '#test/support/external/external-sqlite.ts'
import { figuresOf, startLoad, untilEnded, wrongResults } from '#test/support/faults/load.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { readEnded } from '#test/support/service/api-client.ts'
import { endAllServices, startParts } from '#test/support/service/service-process.ts'
import { openSite } from '#test/support/sites/target-site.ts'

const HOSTS = 10
const BATCH = 300
/** Numbers of outcomes after which the process is killed, again and again. */
const KILLS_AT = [20, 80, 150]

describe('kill -9 of the one process, on the embedded adapters', function () {
  this.timeout(120_000)
  after(endAllServices)

  it('loses no accepted inspection and ends each once', async () => {
    const folder = await freshFolder('crash')
    const [port] = await freePorts(1)
    const env = { DATA_DIR: folder, PORT: String(port), BATCH_HOST_DELAY_MS: '0' }
    let service = await startParts([], { env })
    const site = await openSite({ hosts: HOSTS, before: () => sleep(20 + Math.random() * 100) })
    const external = await externalSqlite(folder)
    const load = startLoad({ site, hosts: HOSTS, external, batch: BATCH, gateways: [service.url] })
    let recoveredMs = 0
    for (const count of KILLS_AT) {
      while (outcomesOf(external.records).size < count) await sleep(5)
      const killed = performance.now()
      await service.kill()
      service = await startParts([], { env })
      const { size } = outcomesOf(external.records)
      while (outcomesOf(external.records).size <= size) await sleep(5)
      recoveredMs = Math.max(recoveredMs, performance.now() - killed)
    }
    await load.finish()
    const ids = [...load.accepted.keys()]
    await untilEnded(external, ids)
    reportFault({ fault: 'the one process killed, three times', ...figuresOf(load, external), recoveredMs })
    expect(tally(ids, external.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
    expect(wrongResults(load, external.records)).to.deep.equal([])
    expect(load.undocumented()).to.equal(0)
    expect(load.interactive.size).to.be.above(0)
    for (const [id, path] of load.interactive) {
      const { status, json } = await readEnded(service.url, id)
      expect([status, json?.title]).to.deep.equal([200, `Page ${path}`])
    }
    await external.close()
    await site.close()
    expect(await service.stop()).to.equal(0)
    await rm(folder, { recursive: true, force: true })
  })
})
