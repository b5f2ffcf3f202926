import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { coalesceRuns, walDurability } from '#stages/batch/adapters/disk/durability.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('walDurability', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-durability-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('syncs commits repeatedly', async () => {
    const path = join(folder, 'x.db')
    const database = openDatabase(path)
    const durability = walDurability(path)
    for (const name of ['a', 'b']) {
      await database.write(() => database.db.exec(`CREATE TABLE ${name} (n INTEGER)`))
      await Promise.all([durability.synced(), durability.synced()])
    }
    await durability.close()
    database.close()
  })

  it('rejects when the sync fails', async () => {
    const { synced, close } = walDurability(join(folder, 'none.db'))
    for (let n = 0; n < 2; n++) {
      expect(await rejectionOf(synced())).to.have.property('code', 'SERVICE_UNAVAILABLE')
    }
    await close()
  })
})

describe('coalesceRuns', () => {
  it('starts a shared run after all its calls', async () => {
    let runs = 0
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ask = coalesceRuns(async () => gates[runs++]?.promise)
    const first = ask()
    await new Promise(setImmediate)
    let isSecondOver = false
    const others = Promise.all([ask(), ask()]).then(() => {
      isSecondOver = true
    })
    expect(runs).to.equal(1)
    gates[0]?.resolve()
    await first
    await new Promise(setImmediate)
    expect([runs, isSecondOver]).to.deep.equal([2, false])
    gates[1]?.resolve()
    await others
    expect(runs).to.equal(2)
  })

  it('continues after a failed run', async () => {
    let runs = 0
    const ask = coalesceRuns(async () => {
      runs += 1
      if (runs === 1) throw new Error('once')
    })
    expect(await rejectionOf(ask())).to.be.an('error')
    await ask()
    expect(runs).to.equal(2)
  })
})
