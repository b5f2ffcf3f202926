import type { BrowserInstance } from '../instance.ts'
import { readSessionMemory } from './process-memory.ts'

export interface MemoryLimit {
  /** Bytes of memory of one process, and of all together for each tab in use, at which a browser is ended. */
  readonly memoryBytes: number
  /** Milliseconds between two looks. */
  readonly memoryCheckMs: number
}

const MIB = 1024 * 1024

/** Ends browsers whose processes have more memory than they may. Returns what stops it. */
export function enforceMemoryLimit(
  busy: () => readonly BrowserInstance[],
  { memoryBytes, memoryCheckMs }: MemoryLimit,
): () => void {
  const check = () => {
    const instances = busy()
    if (instances.length === 0) return
    const memory = readSessionMemory(new Set(instances.map(({ pid }) => pid)))
    for (const instance of instances) {
      const { totalBytes, largestBytes } = memory.get(instance.pid) ?? { totalBytes: 0, largestBytes: 0 }
      // One page may not have what is left for the others.
      if (largestBytes < memoryBytes && totalBytes < memoryBytes * Math.max(instance.runningJobs(), 1))
        continue
      void instance.kill(`its pages take too much memory: ${Math.round(totalBytes / MIB)} MiB`)
    }
  }
  const timer = setInterval(check, memoryCheckMs).unref()
  return () => clearInterval(timer)
}
