import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '#infra/services/service.ts'
import { getMetadata } from '../service/api-client.ts'
import { type BatchClient, batchClient } from '../service/batch-client.ts'
import { API_KEY, type ServiceProcess, startParts } from '../service/service-process.ts'
import { htmlPage, openSite, type TargetSite } from '../sites/target-site.ts'

export interface StoreOutageOptions {
  /** An object store of this run, which is killed. */
  readonly minio: RunningService
  /** Additional settings of the service. */
  readonly env?: Readonly<Record<string, string>>
  readonly pages: number
  readonly outageMs: number
  /** Milliseconds between calls for a large page during the outage. */
  readonly callEveryMs: number
}

export interface StoreOutage {
  /** The number of requests for each page of the batch, from the first page to the last. */
  readonly requestCounts: readonly number[]
  /** Counts of the batch, once it has ended. */
  readonly done: number
  readonly failed: number
  /** From the return of the store until the end of the batch. */
  readonly endedAfterMs: number
  /** Answers to callers during the outage (0 = none), with their times in milliseconds. */
  readonly calls: readonly { readonly status: number; readonly ms: number }[]
  /** Maximum resident memory of the service in MiB. */
  readonly maxRss: number
}

const HOSTS = 40
/** Stands for the status when no answer arrived in time. */
const NONE = 0
const POLL_MS = 200
/** The machine may be busy. */
const START_MS = 240_000
/** Too long for an event even when compressed. */
const noise = randomBytes(400 * 1024).toString('hex')

/**
 * Runs a batch of large pages on the embedded log and a real object store, which is killed in the middle and
 * restarted.
 */
export async function batchOverStoreOutage(options: StoreOutageOptions): Promise<StoreOutage> {
  const site = await largePages(options.pages)
  const env = { BATCH_HOST_DELAY_MS: '0', LOG_LEVEL: 'warn', ...options.minio.env, ...options.env }
  const service = await startParts([], { env, startTimeoutMs: START_MS })
  try {
    return await observed(options, site, service)
  } finally {
    await service.stop()
    await site.close()
  }
}

const pathOf = (page: number) => `/page-${page}`

function largePages(pages: number): Promise<TargetSite> {
  const paths = [...Array.from({ length: pages }, (_, page) => pathOf(page)), '/called']
  const route = (path: string) => (_: unknown, response: Parameters<typeof htmlPage>[0]) =>
    htmlPage(response, path, `<p>${noise}</p>`)
  return openSite({ hosts: HOSTS, routes: Object.fromEntries(paths.map((path) => [path, route(path)])) })
}

async function observed(
  { minio, pages, outageMs, callEveryMs }: StoreOutageOptions,
  site: TargetSite,
  service: ServiceProcess,
): Promise<StoreOutage> {
  const batches = batchClient(service.url, API_KEY)
  const requestCounts = () => Array.from({ length: pages }, (_, page) => site.hits(pathOf(page)))
  const rss = watchRss(service.pid)
  const urls = Array.from({ length: pages }, (_, page) => site.url(pathOf(page), page % HOSTS))
  const { id } = await batches.submit(urls)
  await untilSomeAreDone(batches, id)
  await minio.kill()
  const calls = await callsFor(outageMs, callEveryMs, service.url, site)
  await minio.start()
  const back = performance.now()
  const { counts } = await batches.untilEnded(id)
  return {
    requestCounts: requestCounts(),
    done: counts.done,
    failed: counts.failed,
    endedAfterMs: performance.now() - back,
    calls,
    maxRss: rss.most(),
  }
}

async function untilSomeAreDone(batches: BatchClient, id: string): Promise<void> {
  const isBegun = async () => ((await batches.status(id)).counts.done ?? 0) > 0
  // A busy machine may not answer at once.
  while (!(await isBegun().catch(() => false))) await sleep(POLL_MS)
}

/** Calls for a large page, one after the other, during the outage. */
async function callsFor(outageMs: number, everyMs: number, url: string, site: TargetSite) {
  const calls: { status: number; ms: number }[] = []
  const until = performance.now() + outageMs
  while (performance.now() < until) {
    const began = performance.now()
    const { status } = await getMetadata(url, site.url('/called')).catch(() => ({ status: NONE }))
    const ms = performance.now() - began
    calls.push({ status, ms })
    await sleep(Math.max(0, Math.min(everyMs - ms, until - performance.now())))
  }
  return calls
}

function watchRss(pid: number) {
  let most = 0
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, POLL_MS).unref()
  return {
    most() {
      clearInterval(timer)
      return most
    },
  }
}
