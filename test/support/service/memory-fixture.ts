import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { type LoadSite, SMALL } from './memory-load.ts'
import { API_KEY, type ServiceProcess, startParts } from './service-process.ts'

export interface Loaded {
  /** Number of answers by status. */
  readonly answers: Readonly<Record<string, number>>
  /** Milliseconds until the last answer. */
  readonly lastMs: number
  /** Growth of resident memory at its peak, in MiB. */
  readonly grownMib: number
  /** Milliseconds of the concurrent calls with another key, in ascending order. */
  readonly otherCallsMs: readonly number[]
  /** Statuses of these calls other than 200. */
  readonly otherCallsFailed: readonly number[]
}

interface Loading {
  readonly service: ServiceProcess
  readonly site: LoadSite
  readonly otherKey: string
}

export interface MemoryFixture {
  /** Requests `count` large pages of a kind at once, and meanwhile small ones with another key. */
  load(kind: string, count: number): Promise<Loaded>
  close(): Promise<unknown>
}

/** Starts the embedded service in a process of its own and requests one small page. `DATA_DIR` must be set. */
export async function openMemoryFixture(
  site: LoadSite,
  env: Readonly<Record<'DATA_DIR', string>>,
): Promise<MemoryFixture> {
  const service = await startParts([], { env })
  const made = execFileSync(process.execPath, ['gateway/cli/keys.ts', 'create', '--plan', 'enterprise'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  const loading = { service, site, otherKey: made.trim() }
  await load(loading, SMALL, 1)
  return { load: (kind, count) => load(loading, kind, count), close: () => service.stop() }
}

async function load(loading: Loading, kind: string, count: number): Promise<Loaded> {
  const { service, site } = loading
  const dispatcher = new Agent({ connections: null, headersTimeout: 60_000 })
  await warm(site.url(kind), dispatcher)
  const before = memoryMib(service.pid, 'VmRSS')
  forgetPeak(service.pid)
  const otherCalls = startOtherCalls(loading, dispatcher)
  const began = performance.now()
  const calls = Array.from({ length: count }, () => call(service, site.url(kind), dispatcher))
  const statuses = await Promise.all(calls)
  const lastMs = performance.now() - began
  const { tookMs, failed } = await otherCalls.stop()
  await dispatcher.destroy()
  const answers = Object.fromEntries(
    Object.entries(Object.groupBy(statuses, (status) => status)).map(([status, all]) => [
      status,
      all?.length ?? 0,
    ]),
  )
  const grownMib = memoryMib(service.pid, 'VmHWM') - before
  return { answers, lastMs, grownMib, otherCallsMs: tookMs.sort((a, b) => a - b), otherCallsFailed: failed }
}

/** Requests a page once, since the site makes it at the first request. */
async function warm(url: string, dispatcher: Agent): Promise<void> {
  const { body } = await request(url, { dispatcher })
  body.on('error', () => {}).destroy()
}

/** Resets `VmHWM`, the peak of resident memory (proc(5), /proc/pid/clear_refs). */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

async function call({ url: base }: ServiceProcess, target: string, dispatcher: Agent): Promise<string> {
  const url = `${base}/metadata?url=${encodeURIComponent(target)}`
  const answer = await request(url, { dispatcher, headers: { 'x-api-key': API_KEY } })
  const text = await answer.body.text()
  const { error, message } = JSON.parse(text) as {
    error?: { code?: string; message?: string }
    message?: string
  }
  return answer.statusCode === 200
    ? '200'
    : `${answer.statusCode} ${error?.message ?? message ?? text.slice(0, 80)}`
}

const EVERY_MS = 100
const AT_LEAST = 20

function startOtherCalls({ service, site, otherKey }: Loading, dispatcher: Agent) {
  const calls: Promise<void>[] = []
  const tookMs: number[] = []
  const failed: number[] = []
  let isDone = false
  async function call(): Promise<void> {
    const began = performance.now()
    const url = `${service.url}/metadata?url=${encodeURIComponent(site.url(SMALL))}`
    const answer = await request(url, { dispatcher, headers: { 'x-api-key': otherKey } })
    await answer.body.dump()
    tookMs.push(performance.now() - began)
    if (answer.statusCode !== 200) failed.push(answer.statusCode)
  }
  const calling = (async () => {
    while (!isDone || calls.length < AT_LEAST) {
      calls.push(call())
      await delay(EVERY_MS)
    }
  })()
  return {
    async stop() {
      isDone = true
      await calling
      await Promise.all(calls)
      return { tookMs, failed }
    },
  }
}

/** A line of proc(5), /proc/pid/status, in MiB. */
function memoryMib(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) / 1024
}
