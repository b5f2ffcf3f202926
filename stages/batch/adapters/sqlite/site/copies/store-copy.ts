import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { unavailable } from '#shared/errors.ts'

/** Bytes that the copies of one report may still take. */
export interface CopyRoom {
  bytes: number
}

/**
 * Stores a copy from another process in a new file. Rejects with `SERVICE_UNAVAILABLE` when it needs more than the room or the
 * disk fails, and with the errors of its source; the file is closed then, so that its folder can be removed.
 */
export async function storeCopy(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  room: CopyRoom,
  signal: AbortSignal,
): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx' })
  const closed = new Promise<void>((resolve) => file.once('close', resolve))
  try {
    await pipeline(chunks, (all) => within(room, all), file, { signal })
  } catch (error) {
    await closed
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : unavailable('disk', error)
  }
}

async function* within(room: CopyRoom, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    room.bytes -= chunk.length
    if (room.bytes < 0) throw unavailable('batches', new Error('the copies for a report are too large'))
    yield chunk
  }
}
