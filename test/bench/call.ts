import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild, TICKS_PER_SECOND } from './child.ts'
import { type Connection, getRequest, openConnections } from './http-load.ts'
import { median } from './median.ts'
import { type Row, spread } from './table.ts'

type Env = Readonly<Record<string, string>>

export interface CallOptions {
  readonly name: string
  /** Checkouts whose services are measured in turns, in one run. */
  readonly roots: readonly string[]
  /** Calls one after another; as many follow by eight at once. */
  readonly calls: number
  /** Settings of the service that is started from a checkout; empty = embedded. */
  readonly envOf: (root: string) => Env
}

/** What was measured of the calls of one round. */
interface Round {
  readonly mainThreadMs: number
  readonly processMs: number
  readonly callsPerSecond: number
}

/** A running service and its measurements. */
interface Subject {
  readonly root: string
  readonly process: Child
  readonly url: string
  readonly single: Round[]
  readonly eight: Round[]
  readonly times: number[]
  close(): Promise<void>
}

const KEY = 'pp_benchkey_00000000000000000000000000000000'
const ROUNDS = 5
const AT_ONCE = 8
const WARM_UP = 1500

/** Cache misses of `GET /metadata?fields=basic` on a page of 60 bytes: what the service spends on a call. */
export async function calls({ name, roots, calls, envOf }: CallOptions): Promise<Row[]> {
  const site = await startChild(join(import.meta.dirname, 'call-site.ts'), [], {}, /site on port/)
  const port = /\d+$/.exec(site.line)?.[0]
  const subjects: Subject[] = []
  try {
    for (const root of roots) subjects.push(await openSubject(root, envOf(root)))
    for (const one of subjects) await oneRound(one, AT_ONCE, { count: WARM_UP, port, first: 0 })
    const count = Math.ceil(calls / ROUNDS)
    for (let round = 0; round < ROUNDS; round++) {
      const first = WARM_UP + 2 * count * round
      for (const one of subjects) {
        const { times } = one
        one.single.push(await oneRound(one, 1, { count, port, first, times }))
        one.eight.push(await oneRound(one, AT_ONCE, { count, port, first: first + count }))
      }
    }
    return subjects.flatMap((one) => rowsOf(name, one))
  } finally {
    for (const one of subjects) await one.close()
    await site.stop()
  }
}

async function openSubject(root: string, env: Env): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const settings = {
    DATA_DIR: folder,
    PORT: '0',
    EGRESS_ALLOW: '127.0.0.0/8:*',
    LOG_LEVEL: 'error',
  }
  const all = { ...settings, PAGEPROBE_API_KEY: KEY, ...env }
  const options = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter((option) => option !== '')
  const main = [...options, join(root, 'infra/main.ts')]
  const child = await startChild(main, [], all, /listening on/)
  const url = /http:\S+/.exec(child.line)?.[0] ?? ''
  return {
    ...{ root, process: child, url, single: [], eight: [], times: [] },
    async close() {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface RoundOptions {
  readonly count: number
  readonly port: string | undefined
  /** Number of the first page: each call has a URL of its own. */
  readonly first: number
  /** Where the milliseconds of each call are added. */
  readonly times?: number[]
}

/** Each round has connections of its own: the service closes those that are idle or have carried many requests. */
async function oneRound(
  { process, url }: Subject,
  atOnce: number,
  { count, port, first, times }: RoundOptions,
): Promise<Round> {
  const connections = await openConnections(url, atOnce)
  const before = cpuOf(process.pid)
  const began = performance.now()
  let next = first
  async function callOn(connection: Connection): Promise<void> {
    while (next < first + count) {
      const target = `http://127.0.0.2:${port}/p-${next++}`
      const sentAt = performance.now()
      const { head } = await connection.ask(requestOf(target))
      times?.push(performance.now() - sentAt)
      if (!head.startsWith('HTTP/1.1 200') || /X-Cache: HIT/i.test(head)) throw new Error(head)
    }
  }
  await Promise.all(connections.map(callOn))
  const seconds = (performance.now() - began) / 1000
  const after = cpuOf(process.pid)
  for (const { close } of connections) close()
  return {
    mainThreadMs: (after.mainThread - before.mainThread) / count,
    processMs: (after.process - before.process) / count,
    callsPerSecond: count / seconds,
  }
}

function requestOf(target: string): string {
  const path = `/metadata?fields=basic&url=${encodeURIComponent(target)}`
  return getRequest(path, { 'X-API-Key': KEY })
}

/** Milliseconds of user and system time so far (proc(5), fields 14 and 15 of a thread's stat). */
function cpuOf(pid: number): { readonly mainThread: number; readonly process: number } {
  const of = (thread: string) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
  }
  const threads = readdirSync(`/proc/${pid}/task`)
  return { mainThread: of(String(pid)), process: threads.reduce((sum, thread) => sum + of(thread), 0) }
}

function rowsOf(name: string, { root, single, eight, times }: Subject): Row[] {
  const about = `${name}, ${root}`
  const figure = (rounds: readonly Round[], of: keyof Round) => median(rounds.map((round) => round[of]))
  const cpu = (rounds: readonly Round[]) =>
    `${figure(rounds, 'mainThreadMs').toFixed(2)} of the main thread, ${figure(rounds, 'processMs').toFixed(2)} of the process`
  return [
    { figure: `${about}: CPU ms a call, one after another`, value: cpu(single), goal: 'main thread <= 3.5' },
    { figure: `${about}: ms a call, one after another`, value: spread(times), goal: 'p50 <= 3.5' },
    { figure: `${about}: CPU ms a call, ${AT_ONCE} at once`, value: cpu(eight) },
    {
      figure: `${about}: calls/s, ${AT_ONCE} at once`,
      value: figure(eight, 'callsPerSecond').toFixed(0),
      goal: '>= 500',
    },
  ]
}
