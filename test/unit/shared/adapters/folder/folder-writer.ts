import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { isUnavailable } from '#shared/errors.ts'

/**
 * For tests, as a process that may write files of limited size only: puts `images/small` (1 byte) and `images/large`
 * (4 MiB) into the folder given and prints what became of each, then what it reads back of the small one.
 */
const store = folderObjectStore({ folder: process.argv[2] ?? '', expireDays: {} })

async function outcome(name: string, bytes: number): Promise<string> {
  return store.put(name, Buffer.alloc(bytes, 'x'), 'image/png').then(
    () => 'stored',
    (error) => (isUnavailable(error) ? 'unavailable' : String(error)),
  )
}

const small = await outcome('images/small', 1)
const large = await outcome('images/large', 4 * 1024 * 1024)
console.log(`${small} ${large} ${(await store.get('images/small'))?.body}`)
await store.close()
