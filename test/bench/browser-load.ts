import { readdirSync, readFileSync } from 'node:fs'

/**
 * Resources of browsers, by the sessions they lead (proc(5)): puppeteer and the product start each in its own
 * session.
 */
export interface BrowserLoad {
  /** User and system time in milliseconds, of ended processes too. */
  readonly cpuMs: number
  readonly processes: number
}

const MS_PER_TICK = 10

/** Ended processes count through their parents, who waited for them; those nobody has waited for are still listed. */
export function loadOf(leaders: readonly number[]): BrowserLoad {
  let cpuMs = 0
  let processes = 0
  for (const { session, state, ticks } of inSessions(leaders)) {
    if (!leaders.includes(session)) continue
    cpuMs += ticks * MS_PER_TICK
    if (state !== 'Z') processes += 1
  }
  return { cpuMs, processes }
}

/** Proportional set size in MiB: shared memory counts once. */
export function memoryOf(leaders: readonly number[]): number {
  const kilobytes = inSessions(leaders).map(({ pid }) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

interface Process {
  readonly pid: string
  readonly session: number
  readonly state: string
  readonly ticks: number
}

function inSessions(leaders: readonly number[]): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(processOf).filter(({ session }) => leaders.includes(session))
}

/**
 * After the name in parentheses: state, parent, group, session, …, utime, stime, cutime, cstime as fields 14 to 17.
 */
function processOf(pid: string): Process {
  const text = read(`/proc/${pid}/stat`)
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { pid, session: Number(fields[3]), state: fields[0] ?? '', ticks }
}

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
