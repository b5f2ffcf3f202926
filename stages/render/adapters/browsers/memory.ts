import { readdirSync, readFileSync } from 'node:fs'

export interface SessionMemory {
  /** Bytes of all its processes, and of the one that has most. */
  readonly all: number
  readonly largest: number
}

/**
 * Bytes of memory that the processes of each session (by its leader's id) have of their own: private and shared memory, not the
 * pages of files, which all browsers have in common. Empty where there is no /proc, and without a session whose processes
 * are gone. Read at once: these are files of the kernel, and few.
 */
export function memoryOfSessions(leaders: ReadonlySet<number>): ReadonlyMap<number, SessionMemory> {
  const memory = new Map<number, SessionMemory>()
  for (const pid of processes()) {
    const session = sessionOf(pid)
    if (!leaders.has(session)) continue
    const { all, largest } = memory.get(session) ?? { all: 0, largest: 0 }
    const bytes = ownBytes(pid)
    memory.set(session, { all: all + bytes, largest: Math.max(largest, bytes) })
  }
  return memory
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** proc(5): the name, in parentheses, may hold anything; state, parent, group and session follow. */
function sessionOf(pid: string): number {
  const text = read(`/proc/${pid}/stat`)
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ', 4)[3])
}

function ownBytes(pid: string): number {
  const kilobytes = read(`/proc/${pid}/status`).matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)
  return [...kilobytes].reduce((sum, [, number]) => sum + Number(number) * 1024, 0)
}

/** Processes come and go. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
