import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

export interface Objects extends ObjectStore {
  readonly names: () => Promise<string[]>
}

/** An object store in a folder, anew for each test. */
export function objectsOfEachTest(): Objects {
  let folder = ''
  let store: ObjectStore
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-segments-'))
    store = folderObjectStore({ folder, expireDays: {} })
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    names: async () =>
      (await readdir(join(folder, 'results')).catch(() => [])).map((name) => `results/${name}`),
    put: (...given) => store.put(...given),
    get: (name) => store.get(name),
    stat: (name) => store.stat(name),
    open: (...given) => store.open(...given),
    remove: (name) => store.remove(name),
    ping: () => store.ping(),
    close: () => store.close(),
  }
}
