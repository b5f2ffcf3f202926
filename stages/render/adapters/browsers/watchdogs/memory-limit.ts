import type { BrowserInstance } from '../instance.ts'
import { readSessionMemory } from './process-memory.ts'

export interface MemoryLimit {
  /** A browser is killed when one of its processes has so many bytes, or all together have so many bytes for each tab in use. */
  readonly memoryBytes: number
  /** Milliseconds between two checks. */
  readonly memoryCheckMs: number
}

const MIB = 1024 * 1024

/** Kills browsers whose processes have too much memory. Returns a function that stops the checks. */
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
      // One page must not use up the share of the other pages.
      if (largestBytes < memoryBytes && totalBytes < memoryBytes * Math.max(instance.runningJobs(), 1))
        continue
      void instance.kill(`its pages take too much memory: ${Math.round(totalBytes / MIB)} MiB`)
    }
  }
  const timer = setInterval(check, memoryCheckMs).unref()
  return () => clearInterval(timer)
}
