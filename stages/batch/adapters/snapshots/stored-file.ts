import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { parseJson } from '#shared/messages/json.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Bytes of a part, which is in memory as a whole when it is stored. */
const PART_BYTES = 64 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const MAX_PARTS = 100_000
/** A frame may demand a window of gigabytes (RFC 8878, section 3.1.1.1.2); those stored here need 8 MiB at most. */
const MAX_WINDOW_LOG = 23

/** The object of the file's name. It is stored after all parts. */
const manifestSchema = z.object({ parts: z.int().min(1).max(MAX_PARTS), bytes: z.int().min(0) })
type Manifest = z.infer<typeof manifestSchema>

const partName = (name: string, part: number) => `${name}.${part}`

/** A stored file is not what was stored. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
}

/** How a file is stored. */
export interface StoreOptions {
  /** Rejects with the reason of the signal when it is aborted. */
  readonly signal: AbortSignal
  readonly partBytes?: number
}

/**
 * Stores a file under the name: compressed, in parts, so that it needs the memory of one part. Nothing of it stays in the
 * store when that fails, unless the store fails again. Rejects with `SERVICE_UNAVAILABLE` when the store or the disk fails.
 * Resolves with the size of the file in bytes.
 */
export async function storeFile(
  objects: Pick<ObjectStore, 'put' | 'remove'>,
  name: string,
  path: string,
  { signal, partBytes = PART_BYTES }: StoreOptions,
): Promise<number> {
  let parts = 0
  async function putParts(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const part of partsOf(chunks, partBytes)) {
      parts += 1
      await objects.put(partName(name, parts), part, 'application/zstd')
      signal.throwIfAborted()
    }
  }
  try {
    const { size: bytes } = await stat(path)
    await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), compressor(), putParts, { signal })
    const manifest: Manifest = { parts, bytes }
    await objects.put(name, Buffer.from(JSON.stringify(manifest)), 'application/json')
    return bytes
  } catch (error) {
    // The first error is the one to report.
    await removeObjects(objects, name, parts).catch(() => undefined)
    throw fileError(error, (reason) => reason)
  }
}

function compressor() {
  return createZstdCompress({ chunkSize: CHUNK_BYTES, params: { [constants.ZSTD_c_checksumFlag]: 1 } })
}

async function* partsOf(chunks: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer[]> {
  let part: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    part.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes) continue
    yield part
    part = []
    bytes = 0
  }
  if (bytes > 0) yield part
}

/**
 * Loads a stored file into a new file, and syncs that. Resolves with false when it is not stored (any more), also when it is
 * removed meanwhile. Rejects with DamagedFile, with `SERVICE_UNAVAILABLE` when the store or the disk fails, and with the
 * reason of the signal when that is aborted; then the file may be incomplete.
 */
export async function loadFile(
  objects: Pick<ObjectStore, 'get' | 'open'>,
  name: string,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const manifest = await readManifest(objects, name)
  if (manifest === null) return false
  try {
    const decompressor = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG } })
    const target = createWriteStream(path, { flags: 'wx', flush: true })
    const chunks = storedChunks(objects, name, manifest.parts)
    await pipeline(chunks, decompressor, (whole) => ofLength(whole, manifest.bytes), target, { signal })
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof MissingPart) return false
    throw fileError(error, (cause) => new DamagedFile('the stored file is damaged', { cause }))
  }
}

class MissingPart extends Error {}

/** The bytes of all parts. Fails with MissingPart, and with `SERVICE_UNAVAILABLE` when the store fails. */
async function* storedChunks(
  objects: Pick<ObjectStore, 'open'>,
  name: string,
  parts: number,
): AsyncGenerator<Buffer> {
  for (let part = 1; part <= parts; part++) {
    const chunks = await objects.open(partName(name, part))
    if (chunks === null) throw new MissingPart()
    yield* asStored(chunks)
  }
}

/** The bytes of an object; fails with `SERVICE_UNAVAILABLE` when the store fails. */
async function* asStored(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) yield chunk as Buffer
  } catch (error) {
    throw unavailable('object store', error)
  }
}

/** Passes the chunks on; fails when they have not as many bytes as stated, before more than that are passed on. */
async function* ofLength(chunks: AsyncIterable<Buffer>, expected: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > expected) throw new DamagedFile(`the stored file has more than ${expected} bytes`)
    yield chunk
  }
  if (bytes < expected) throw new DamagedFile(`the stored file has ${bytes} bytes, not ${expected}`)
}

/** The failure of the disk as `SERVICE_UNAVAILABLE`, an error without a known reason as `other` makes it, the rest as it is. */
function fileError(error: unknown, other: (error: unknown) => unknown): unknown {
  if (isUnavailable(error) || error instanceof DamagedFile) return error
  return (error as NodeJS.ErrnoException).syscall === undefined ? other(error) : unavailable('disk', error)
}

/** Removes a stored file, if there is one. Its manifest goes last, so that an interrupted removal can be repeated. */
export async function removeFile(objects: Pick<ObjectStore, 'get' | 'remove'>, name: string): Promise<void> {
  const manifest = await readManifest(objects, name)
  if (manifest === null) return
  await removeObjects(objects, name, manifest.parts)
}

async function removeObjects(
  objects: Pick<ObjectStore, 'remove'>,
  name: string,
  parts: number,
): Promise<void> {
  for (let part = 1; part <= parts; part++) await objects.remove(partName(name, part))
  await objects.remove(name)
}

async function readManifest(objects: Pick<ObjectStore, 'get'>, name: string): Promise<Manifest | null> {
  const object = await objects.get(name)
  if (object === null) return null
  const { data } = manifestSchema.safeParse(parseJson(object.body.toString()))
  if (data === undefined) throw new DamagedFile('the manifest of a stored file cannot be read')
  return data
}
