import type { Life } from './life.ts'
import { memoryOfSessions } from './memory.ts'

export interface MemoryLimit {
  /** Bytes of memory, for each of its tabs that is in use, at which a browser is ended. */
  readonly memoryBytes: number
  /** Milliseconds between two looks. */
  readonly memoryEveryMs: number
}

const MIB = 1024 * 1024

/** Ends browsers whose processes have more memory than they may. Returns what stops it. */
export function limitMemory(
  busy: () => readonly Life[],
  { memoryBytes, memoryEveryMs }: MemoryLimit,
): () => void {
  const look = () => {
    const lives = busy()
    if (lives.length === 0) return
    const bytes = memoryOfSessions(new Set(lives.map(({ pid }) => pid)))
    for (const life of lives) {
      const used = bytes.get(life.pid) ?? 0
      if (used < memoryBytes * Math.max(life.running(), 1)) continue
      void life.end(`its pages take too much memory: ${Math.round(used / MIB)} MiB`)
    }
  }
  const timer = setInterval(look, memoryEveryMs).unref()
  return () => clearInterval(timer)
}
