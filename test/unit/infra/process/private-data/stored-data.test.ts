import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { tightenData } from '#infra/process/private-data.ts'
import { silentLog } from '#test/support/silent-log.ts'

/** Permissions of group and others (POSIX.1, file mode bits). */
const OTHERS = 0o077

describe('stored data', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-private-'))
  })
  afterEach(() => rm(folder, { recursive: true }))
  const othersMay = async (name: string) => (await stat(join(folder, name))).mode & OTHERS

  it('becomes unreadable for others; files of other users in the folder stay as they are', async () => {
    for (const name of ['objects', 'batches', 'other']) {
      await mkdir(join(folder, name))
      await chmod(join(folder, name), 0o755)
    }
    await writeFile(join(folder, 'pageprobe.db'), '')
    await chmod(join(folder, 'pageprobe.db'), 0o644)
    await tightenData(folder, silentLog)
    for (const name of ['objects', 'batches', 'pageprobe.db']) expect(await othersMay(name), name).to.equal(0)
    expect(await othersMay('other')).to.equal(0o055)
  })

  it('of keys is private from the first key on', async () => {
    const data = join(folder, 'data')
    const env = { ...process.env, DATA_DIR: data, REDIS_URL: '' }
    const { status } = spawnSync(process.execPath, ['gateway/cli/keys.ts', 'create'], { env })
    expect(status).to.equal(0)
    expect([await othersMay('data'), await othersMay('data/pageprobe.db')]).to.deep.equal([0, 0])
  })
})
