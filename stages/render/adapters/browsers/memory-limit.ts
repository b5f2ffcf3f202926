import { readdirSync, readFileSync } from 'node:fs'
import type { BrowserInstance } from './instance.ts'

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

export interface SessionMemory {
  /** Bytes of all processes, and of the largest one. */
  readonly totalBytes: number
  readonly largestBytes: number
}

/**
 * Memory of the processes of each session, by the process id of its leader: private and shared memory, without mapped files, which
 * all browsers have in common. Empty where there is no /proc; sessions whose processes have exited are missing. Reads synchronously:
 * the files are few, and the kernel serves them from memory.
 */
export function readSessionMemory(leaders: ReadonlySet<number>): ReadonlyMap<number, SessionMemory> {
  const memory = new Map<number, SessionMemory>()
  for (const pid of listProcesses()) {
    const session = readSessionId(pid)
    if (!leaders.has(session)) continue
    const { totalBytes, largestBytes } = memory.get(session) ?? { totalBytes: 0, largestBytes: 0 }
    const bytes = readOwnBytes(pid)
    memory.set(session, { totalBytes: totalBytes + bytes, largestBytes: Math.max(largestBytes, bytes) })
  }
  return memory
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** proc(5): the name, in parentheses, may contain any character; state, parent, group and session follow. */
function readSessionId(pid: string): number {
  const text = readFileOrEmpty(`/proc/${pid}/stat`)
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ', 4)[3])
}

function readOwnBytes(pid: string): number {
  const kilobytes = readFileOrEmpty(`/proc/${pid}/status`).matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)
  return [...kilobytes].reduce((sum, [, number]) => sum + Number(number) * 1024, 0)
}

/** Empty for a process that has exited meanwhile. */
function readFileOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
