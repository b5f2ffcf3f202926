import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { isUnavailable } from '#shared/errors.ts'

/**
 * Run by a test in a process whose file size is limited: puts `images/small` (1 byte) and `images/large` (4
 * MiB) into the given folder, and prints the outcome of each put, then the content of the small object.
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
