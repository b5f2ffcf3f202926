import type { Redis } from 'ioredis'

/**
 * The second entry of a key that expires, and its places in both tables, which MEMORY USAGE does not count (Redis 7).
 */
const TABLES_BYTES = 64

/** Counts the commands of clients from this moment on, by name and kind of the first key, without those of scripts. */
export async function watchCommands(
  redis: Redis,
): Promise<{ readonly counts: ReadonlyMap<string, number>; stop(): void }> {
  const counts = new Map<string, number>()
  const monitor = await redis.monitor()
  monitor.on('monitor', (_time: string, [name = '', ...args]: string[], source: string) => {
    const key = args.find((arg) => arg.startsWith('pageprobe:')) ?? ''
    const command = `${name} ${key.split(':')[1] ?? ''}`.trim()
    if (source !== 'lua') counts.set(command, (counts.get(command) ?? 0) + 1)
  })
  return { counts, stop: () => monitor.disconnect() }
}

/** Bytes of the keys that will still exist after `seconds`, by kind. */
export async function bytesPresentAfter(redis: Redis, seconds: number): Promise<Map<string, number>> {
  const bytes = new Map<string, number>()
  for await (const keys of redis.scanStream({ match: 'pageprobe:*', count: 1000 }))
    for (const key of keys as string[]) {
      const left = await redis.pttl(key)
      if (left !== -1 && left <= seconds * 1000) continue
      const kind = key.split(':')[1] ?? ''
      const used = Number(await redis.memory('USAGE', key)) + TABLES_BYTES
      bytes.set(kind, (bytes.get(kind) ?? 0) + used)
    }
  return bytes
}

export function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
