import { readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** Offset and length, with which each batch of a segment begins. */
const ENTRY_HEADER_BYTES = 12

/** Removes all batches but the first ones from partition 0 of a topic, as if they were not on the disk of the broker. */
export async function cutLog(dataFolder: string, topic: string, batches: number): Promise<void> {
  const file = await open(join(dataFolder, `${topic}-0`, '00000000000000000000.log'), 'r+')
  const header = Buffer.alloc(ENTRY_HEADER_BYTES)
  let at = 0
  for (let batch = 0; batch < batches; batch++) {
    await file.read(header, 0, ENTRY_HEADER_BYTES, at)
    at += ENTRY_HEADER_BYTES + header.readInt32BE(8)
  }
  await file.truncate(at)
  await file.close()
}

/** The data folder of the running broker on this port, from its properties. */
export function dataFolderOf(port: number): string {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const properties = propertiesOf(pid)
    if (!properties.includes(`:${port}`)) continue
    const folder = /^log\.dirs?=(.+)$/m.exec(properties)?.[1]
    if (folder !== undefined) return folder
  }
  throw new Error(`No broker listens on ${port}`)
}

function propertiesOf(pid: string): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const at = words.indexOf('kafka.Kafka')
    return at < 0 ? '' : readFileSync(words[at + 1] ?? '', 'utf8')
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}
