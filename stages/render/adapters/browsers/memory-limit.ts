import type { Life } from './life.ts'
import { memoryOfSessions } from './memory.ts'

export interface MemoryLimit {
  /** Bytes of memory of one process, and of all together for each tab in use, at which a browser is ended. */
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
    const memory = memoryOfSessions(new Set(lives.map(({ pid }) => pid)))
    for (const life of lives) {
      const { all, largest } = memory.get(life.pid) ?? { all: 0, largest: 0 }
      // One page may not have what is left for the others.
      if (largest < memoryBytes && all < memoryBytes * Math.max(life.running(), 1)) continue
      void life.end(`its pages take too much memory: ${Math.round(all / MIB)} MiB`)
    }
  }
  const timer = setInterval(look, memoryEveryMs).unref()
  return () => clearInterval(timer)
}
