import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { walDurability } from '#stages/batch/adapters/sqlite/batch-store.ts'
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
