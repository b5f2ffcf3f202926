import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { expect } from 'chai'
import { makeDiskReserve } from '#shared/adapters/folder/disk-reserve.ts'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const SIZE = 1_000_000
const fileNamed = (digit: string, end: string) => `${digit.repeat(64)}.${end}`

/** A disk of 1,000,000 bytes that contains only the folder. */
describe('makeDiskReserve', () => {
  let folder: string
  let taken = 0
  beforeEach(async () => {
    taken = 0
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-reserve-'))
    await Promise.all(['images', 'bodies'].map((name) => mkdir(join(folder, name))))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function readSpace() {
    let used = taken
    for (const name of await readdir(folder, { recursive: true })) {
      const found = await stat(join(folder, name)).catch(() => null)
      used += found?.isFile() ? found.size : 0
    }
    return { free: SIZE - used, size: SIZE }
  }
  const reserveOf = (bytes: number) => makeDiskReserve({ folder, bytes, readSpace })

  async function put(name: string, bytes: number, ageMinutes: number): Promise<void> {
    await writeFile(join(folder, name), Buffer.alloc(bytes))
    const then = new Date(Date.now() - ageMinutes * 60_000)
    await utimes(join(folder, name), then, then)
  }
  const names = async () =>
    [...(await readdir(join(folder, 'images'))), ...(await readdir(join(folder, 'bodies')))].sort()

  it('removes the oldest images and bodies until enough space is free, and keeps files that work needs', async () => {
    await put(`images/${fileNamed('1', 'png')}`, 200_000, 50)
    await put(`bodies/${fileNamed('2', 'json')}`, 200_000, 40)
    await put(`bodies/${fileNamed('3', 'html')}`, 200_000, 60)
    for (const digit of ['4', '5', '6'])
      await put(`images/${fileNamed(digit, 'webp')}`, 100_000, 30 - Number(digit))
    await reserveOf(50_000).assertFree()
    expect(await names()).to.have.length(6)
    taken = 80_000
    // 20,000 bytes are free and the reserve is 50,000. Fifty files are removed at a time, here all removable ones.
    await reserveOf(50_000).assertFree()
    expect(await names()).to.deep.equal([fileNamed('3', 'html')])
  })

  it('removes the oldest files in steps, and stops once enough space is free', async () => {
    for (let at = 0; at < 120; at++) {
      const digits = String(at).padStart(64, '0')
      await put(`images/${digits}.png`, 8_000, 1000 - at)
    }
    await reserveOf(60_000).assertFree()
    const left = await readdir(join(folder, 'images'))
    expect(left.sort()[0]).to.equal(`${String(50).padStart(64, '0')}.png`)
    expect(left).to.have.length(70)
  })

  it('rejects while nothing is removable, and resolves once there is space again', async () => {
    const store = folderObjectStore({ folder, expireDays: {}, reserve: reserveOf(50_000) })
    const image = `images/${fileNamed('a', 'png')}`
    taken = 960_000
    const refused = store.put(image, Buffer.alloc(10), 'image/png')
    expect(await rejectionOf(refused)).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expect(await rejectionOf(store.ping())).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expect(await store.get(image)).to.equal(null)
    taken = 0
    // The disk is checked at most once a second.
    const later = performance.now() + 1000
    const clock = mock.method(performance, 'now', () => later)
    await store.put(image, Buffer.alloc(10), 'image/png')
    clock.mock.restore()
    expect((await store.get(image))?.body).to.have.length(10)
    await store.close()
  })

  it('reserves at most a tenth of a small disk, and nothing if configured so', async () => {
    taken = 850_000
    await reserveOf(10_000_000).assertFree()
    taken = 999_999
    await reserveOf(0).assertFree()
  })
})
