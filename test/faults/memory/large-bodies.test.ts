import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { freshFolder } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type Loaded, type MemoryFixture, openMemoryFixture } from '#test/support/service/memory-fixture.ts'
import { type LoadSite, openLoadSite } from '#test/support/service/memory-load.ts'

const COUNT = 64
const MOST_MIB = 1536

/** A busy machine may have no capacity for some calls, which is 503. The bench measures how long others wait. */
describe('hostile targets: many large bodies at once', function () {
  this.timeout(180_000)
  let site: LoadSite
  let fixture: MemoryFixture
  let folder: string

  before('start the service', async () => {
    folder = await freshFolder('memory')
    site = await openLoadSite()
    fixture = await openMemoryFixture(site, { DATA_DIR: folder })
  })
  after('stop the service', async () => {
    await fixture?.close()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('ends small decompression bombs by their ratio', async () => {
    const ended = '500 The answer of the target decompresses to too many times its size'
    const loaded = await fixture.load('brotli of 49 MiB', COUNT)
    expectOnly(`${COUNT} decompression bombs of 49 MiB at once`, loaded, ended)
    expect((await fixture.load('brotli of 49 MiB', 1)).answers).to.deep.equal({ [ended]: 1 })
  })

  it('answers pages of 49 MiB within its memory, or with 503, and keeps none of them stored', async () => {
    expectOnly(`${COUNT} pages of 49 MiB at once`, await fixture.load('gzip of 49 MiB', COUNT), '200')
    expect((await fixture.load('gzip of 49 MiB', 1)).answers).to.deep.equal({ '200': 1 })
    await eventually(async () => (await storedBodies()).length === 0)
  })

  /**
   * The folder does not exist while nothing was stored: compressed, such a page is small enough to travel with its
   * event.
   */
  async function storedBodies(): Promise<string[]> {
    const bodies = join(folder, 'objects/bodies')
    return existsSync(bodies) ? readdir(bodies) : []
  }

  function expectOnly(fault: string, { answers, grownMib }: Loaded, expected: string): void {
    const others = Object.entries(answers).filter(([one]) => one !== expected && !one.startsWith('503 '))
    const wrong = others.reduce((sum, [, count]) => sum + count, 0)
    reportFault({ fault, accepted: answers[expected] ?? 0, wrong })
    console.log(`      the service grew by ${Math.round(grownMib)} MiB at most`)
    expect(others).to.deep.equal([])
    expect(grownMib).to.be.at.most(MOST_MIB)
  }
})
