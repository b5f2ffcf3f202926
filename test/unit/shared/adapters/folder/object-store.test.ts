import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runCommand } from '#infra/services/command.ts'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { objectStoreContract } from '#test/contract/object-store.ts'

const expireDays = { images: 7, bodies: 1 }
const EIGHT_DAYS_MS = 8 * 24 * 60 * 60 * 1000

/** Makes a file's age eight days. */
async function age(path: string): Promise<void> {
  const then = new Date(Date.now() - EIGHT_DAYS_MS)
  await utimes(path, then, then)
}

let contractFolder = ''
objectStoreContract(
  'folder',
  async () => {
    contractFolder = await mkdtemp(join(tmpdir(), 'pageprobe-objects-'))
    const stores: ObjectStore[] = []
    return {
      open() {
        const store = folderObjectStore({ folder: join(contractFolder, 'made'), expireDays })
        stores.push(store)
        return store
      },
      async close() {
        await Promise.all(stores.map((store) => store.close()))
        await rm(contractFolder, { recursive: true })
      },
    }
  },
  { age: (name) => age(join(contractFolder, 'made', name)) },
)

describe('folderObjectStore', () => {
  let folder: string
  let store: ObjectStore

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-objects-'))
    store = folderObjectStore({ folder, expireDays })
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('keeps only objects in its folder', async () => {
    for (const name of ['images/a', 'images/b', 'images/a'])
      await store.put(name, Buffer.from('x'), 'image/png')
    expect(await readdir(join(folder, 'images'))).to.deep.equal(['a', 'b'])
  })

  it('removes the drafts of a killed run and expired objects at the start', async () => {
    await store.put('images/old', Buffer.from('x'), 'image/png')
    await store.put('images/new', Buffer.from('x'), 'image/png')
    await store.put('kept/old', Buffer.from('x'), 'image/png')
    await writeFile(join(folder, 'images', 'new~0123456789ab-7'), 'half of it')
    await age(join(folder, 'images', 'old'))
    await age(join(folder, 'kept', 'old'))

    const next = folderObjectStore({ folder, expireDays })
    await eventually(async () => (await readdir(join(folder, 'images'))).join() === 'new')
    await next.close()
    expect(await readdir(join(folder, 'kept'))).to.deep.equal(['old'])
  })

  it('ignores files that it did not write', async () => {
    await mkdir(join(folder, 'images'))
    await writeFile(join(folder, 'images', 'foreign'), 'no first line')
    expect(await store.get('images/foreign')).to.equal(null)
  })

  it('is unavailable while its folder cannot be used', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file in its place')
    const calls = [store.put('images/a', Buffer.from('x'), 'image/png'), store.get('images/a'), store.ping()]
    for (const call of calls) expect(isUnavailable(await rejectionOf(call))).to.equal(true)

    await rm(folder)
    await store.ping()
    await store.put('images/a', Buffer.from('x'), 'image/png')
    expect(String((await store.get('images/a'))?.body)).to.equal('x')
  })

  it('is unavailable when a file cannot be written completely, removes the draft, and still reads', async () => {
    const program = join(import.meta.dirname, 'folder-writer.ts')
    const script = `ulimit -f 1024; exec "$0" "$@"`
    const printed = await runCommand('sh', ['-c', script, process.execPath, program, folder])
    expect(printed.trim()).to.equal('stored unavailable x')
    expect(await readdir(join(folder, 'images'))).to.deep.equal(['small'])
  })
})
