import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly session: number
  readonly command: string
}

/** Processes of this machine except zombies, by proc(5); empty where there is no /proc. */
function processes(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)) ?? [])
  } catch {
    return []
  }
}

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
    return state === 'Z' ? null : { pid, parent: Number(parent), session: Number(session), command }
  } catch {
    return null
  }
}

/** Ids of the child processes of `parent` whose command line contains `text`. */
export function childrenOf(parent: number, text: string): number[] {
  return processes()
    .filter((one) => one.parent === parent && one.command.includes(text))
    .map(({ pid }) => pid)
}

/** A process that was seen. */
export type Seen = Pick<Process, 'pid' | 'command'>

/** All descendants of the process `root`. */
export function descendantsOf(root: number): Seen[] {
  const all = processes()
  const found: Process[] = []
  const parents = new Set([root])
  for (let count = 0; count < parents.size; ) {
    count = parents.size
    for (const one of all) {
      if (!parents.has(one.parent) || parents.has(one.pid)) continue
      parents.add(one.pid)
      found.push(one)
    }
  }
  return found
}

/** The processes that still run. */
export function stillRunning(seen: readonly Seen[]): Seen[] {
  const all = processes()
  return seen.filter(({ pid, command }) => all.some((one) => one.pid === pid && one.command === command))
}

/** The number of processes in these sessions. */
export function countInSessions(leaders: readonly number[]): number {
  return processes().filter(({ session }) => leaders.includes(session)).length
}

/** Waits at most `ms` for a condition; returns whether it holds. */
export async function eventually(isSo: () => boolean, ms = 30_000): Promise<boolean> {
  const end = performance.now() + ms
  while (!isSo() && performance.now() < end) await pause(20)
  return isSo()
}
