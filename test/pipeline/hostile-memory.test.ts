import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { freshFolder } from '#infra/services/process.ts'
import { type LoadSite, openLoadSite } from '#test/tools/memory-load.ts'
import { type Loaded, type LoadStand, openLoadStand } from '#test/tools/memory-stand.ts'

const COUNT = 64
const MOST_MIB = 1536

describe('hostile targets: many large bodies at once', function () {
  this.timeout(180_000)
  let site: LoadSite
  let stand: LoadStand
  let folder: string

  before('start the service', async () => {
    folder = await freshFolder('memory')
    site = await openLoadSite()
    stand = await openLoadStand(site, { DATA_DIR: folder })
  })
  after('stop the service', async () => {
    await stand?.close()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** On the loaded machines of tests others may wait longer than a second; that they are answered is asked here. */
  function expectOthersAnswered({ othersFailed }: Loaded): void {
    expect(othersFailed).to.deep.equal([])
  }

  it('ends bombs of some bytes by their ratio: each is told so, nobody else waits for them', async () => {
    const loaded = await stand.load('brotli of 49 MiB', COUNT)
    expect(loaded.answers).to.deep.equal({
      '500 The answer of the target unpacks to too many times its size': COUNT,
    })
    expect(loaded.grownMib).to.be.at.most(MOST_MIB)
    expectOthersAnswered(loaded)
  })

  it('answers pages of 49 MiB within its memory, or 503; nothing of them stays stored', async () => {
    const loaded = await stand.load('gzip of 49 MiB', COUNT)
    expect(Object.keys(loaded.answers)).to.include('200')
    expect(Object.keys(loaded.answers).every((one) => one === '200' || one.startsWith('503 '))).to.equal(true)
    expect(loaded.grownMib).to.be.at.most(MOST_MIB)
    expectOthersAnswered(loaded)
    expect(await readdir(join(folder, 'objects/bodies'))).to.deep.equal([])
  })
})
