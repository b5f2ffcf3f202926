import { readdirSync, readFileSync } from 'node:fs'

export interface SessionMemory {
  /** Bytes of all its processes, and of the one that has most. */
  readonly totalBytes: number
  readonly largestBytes: number
}

/**
 * Bytes of memory that the processes of each session (by its leader's id) have of their own: private and shared memory, not the
 * pages of files, which all browsers have in common. Empty where there is no /proc, and without a session whose processes
 * are gone. Read at once: these are files of the kernel, and few.
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

/** proc(5): the name, in parentheses, may hold anything; state, parent, group and session follow. */
function readSessionId(pid: string): number {
  const text = readFileOrEmpty(`/proc/${pid}/stat`)
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ', 4)[3])
}

function readOwnBytes(pid: string): number {
  const kilobytes = readFileOrEmpty(`/proc/${pid}/status`).matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)
  return [...kilobytes].reduce((sum, [, number]) => sum + Number(number) * 1024, 0)
}

/** Processes come and go. */
function readFileOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
