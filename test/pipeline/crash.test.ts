import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { get } from '#test/tools/api-client.ts'
import { startLoad, untilEnded } from '#test/tools/load.ts'
import { endingsOf, tally } from '#test/tools/outside-client.ts'
import { outsideSqlite } from '#test/tools/outside-sqlite.ts'
import { endAllServices, startParts } from '#test/tools/service-process.ts'
import { openSite } from '#test/tools/target-site.ts'

const HOSTS = 10
const BATCH = 300
/** Endings after which the process is killed, again and again. */
const KILLS_AT = [20, 80, 150]

describe('kill -9 of the one process, on the embedded adapters', function () {
  this.timeout(120_000)
  after(endAllServices)

  it('loses nothing that was accepted and ends each inspection once', async () => {
    const folder = await freshFolder('crash')
    const [port] = await freePorts(1)
    const env = { DATA_DIR: folder, PORT: String(port), BATCH_HOST_DELAY_MS: '0' }
    let service = await startParts([], { env })
    const site = await openSite({ hosts: HOSTS, before: () => sleep(20 + Math.random() * 100) })
    const outside = await outsideSqlite(folder)
    const load = startLoad({ site, hosts: HOSTS, outside, batch: BATCH, gateways: [service.url] })
    for (const count of KILLS_AT) {
      while (endingsOf(outside.records).size < count) await sleep(5)
      await service.kill()
      service = await startParts([], { env })
    }
    await load.finish()
    const ids = [...load.accepted.keys()]
    await untilEnded(outside, ids)
    expect(tally(ids, outside.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
    expect(load.interactive.size).to.be.above(0)
    for (const [id, path] of load.interactive) {
      const { status, json } = await get(`${service.url}/inspections/${id}`)
      expect([status, json?.title]).to.deep.equal([200, `Page ${path}`])
    }
    await outside.close()
    await site.close()
    expect(await service.stop()).to.equal(0)
    await rm(folder, { recursive: true, force: true })
  })
})
