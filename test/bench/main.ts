import { availableParallelism, loadavg } from 'node:os'
import { provideKafka } from '#infra/services/kafka.ts'
import { provideMinio } from '#infra/services/minio.ts'
import { providePostgres } from '#infra/services/postgres.ts'
import { provideRedis } from '#infra/services/redis.ts'
import type { RunningService } from '#infra/services/service.ts'
import { printTable } from './table.ts'

type Env = Readonly<Record<string, string>>

/** Real services for the run; an unavailable one is reported, and its rows are left out. */
async function services(): Promise<RunningService[]> {
  const provided = await Promise.all([provideKafka(), provideRedis(), provideMinio(), providePostgres()])
  for (const one of provided) if (one.kind === 'unavailable') console.log(`left out: ${one.reason}`)
  return provided.flatMap((one) => (one.kind === 'running' ? [one.service] : []))
}

const EMBEDDED_PAGES = 20_000
const KAFKA_PAGES = 20_000
const CALLS = 1000

const hasReal = (env: Env): boolean =>
  'KAFKA_BROKERS' in env && 'REDIS_URL' in env && 'S3_ENDPOINT' in env && 'POSTGRES_URL' in env

async function pipeline(env: Env): Promise<void> {
  const { floors } = await import('./floors.ts')
  const { latency } = await import('./latency.ts')
  const { throughput } = await import('./throughput.ts')
  const real = { ...env, KAFKA_TOPIC_PREFIX: `bench${process.pid}.` }
  const isReal = hasReal(env)
  const embedded = { name: 'embedded', env: {} }
  const kafka = { name: 'Kafka', env: real }
  printTable('Floors', await floors(env))
  printTable('A synchronous call', [
    ...(await latency({ ...embedded, calls: CALLS, goal: 'p95 <= 5' })),
    ...(isReal ? await latency({ ...kafka, calls: CALLS, goal: 'p95 <= 25' }) : []),
  ])
  const load = { hosts: 50 }
  printTable('The batch lane (goal: 500 pages/s)', [
    ...(await throughput({ ...embedded, ...load, pages: EMBEDDED_PAGES })),
    ...(isReal ? await throughput({ ...kafka, ...load, pages: KAFKA_PAGES }) : []),
  ])
}

async function gateway(env: Env): Promise<void> {
  const { openGatewayFixture } = await import('./gateway-fixture.ts')
  const { cached } = await import('./cached.ts')
  const { waiting } = await import('./waiting.ts')
  if (!hasReal(env)) return console.log('SKIPPED: the gateway alone needs the real services')
  const fixture = await openGatewayFixture(env)
  try {
    printTable('Cached answers', await cached(fixture, env.REDIS_URL ?? ''))
    printTable('Waiting calls', await waiting(fixture))
  } finally {
    await fixture.close()
  }
}

async function extract(): Promise<void> {
  const { extraction } = await import('./extraction.ts')
  const { accuracy } = await import('./accuracy.ts')
  const { standard } = await import('./standard.ts')
  printTable('Full extraction, on real pages', await extraction())
  printTable('Accuracy on real pages', [...accuracy(), ...standard()])
}

async function hostilePages(): Promise<void> {
  const { hostile } = await import('./hostile/service.ts')
  const { repeatedUnits } = await import('./hostile/repeated-units.ts')
  printTable('Hostile pages, embedded', await hostile())
  const { rows, isGood } = await repeatedUnits()
  printTable('CPU time of calls for pages that repeat a unit in one place', rows)
  if (!isGood) process.exitCode = 1
}

async function largePages(): Promise<void> {
  const { memory } = await import('./memory.ts')
  printTable('Large pages at once, embedded', await memory())
}

async function renderPages(): Promise<void> {
  const { render } = await import('./render.ts')
  printTable('Screenshots of a page, 1280 x 800, JPEG (CPU in ms a screenshot)', await render())
}

async function realAudits(): Promise<void> {
  const { audits } = await import('./audit.ts')
  printTable('Audits of real pages', audits())
}

async function ownPage(): Promise<void> {
  const { consolePage } = await import('./console.ts')
  printTable('The console', await consolePage())
}

async function labRuns(): Promise<void> {
  const { lab } = await import('./lab/lab.ts')
  for await (const { title, rows } of lab()) printTable(title, rows)
}

/** Pages of a run; 100,000 take a quarter of an hour. */
const batchPages = Number(process.env.BENCH_PAGES ?? 20_000)
/** Each saved page is requested under several URLs. */
const savedUrls = Number(process.env.BENCH_SAVED_PAGES ?? 5330)
const auditPages = Number(process.env.BENCH_AUDIT_PAGES ?? 533)
const BATCH_HOSTS = 500
const ISOLATION_CALLS = 400
const SCALE_PAGES = 3000

async function batches(env: Env): Promise<void> {
  const { BASIC, batch } = await import('./batch.ts')
  const { isolation } = await import('./batch-isolation.ts')
  const { prefixed } = await import('./batch-fixture.ts')
  const real = hasReal(env) ? { ...env, KAFKA_TOPIC_PREFIX: `bench${process.pid}.` } : null
  const small = { pages: batchPages, content: 'small', query: BASIC } as const
  const saved = { pages: savedUrls, content: 'saved', query: BASIC } as const
  const audits = { pages: auditPages, content: 'saved', query: 'operation=seo-audit' } as const
  for (const [at, set] of [small, saved, audits].entries()) {
    const title = `${set.pages} pages (${set.content}) of ${BATCH_HOSTS} hosts, ${set.query}`
    // Topics have one batch part, so each set has other topics.
    const own = real && prefixed(real, `b${at}.`)
    printTable(title, await batch({ ...set, hosts: BATCH_HOSTS, real: own }))
  }
  const load = { backlog: 5 * batchPages, calls: ISOLATION_CALLS }
  const embedded = await isolation({ name: 'embedded', ...load, env: {} })
  const kafka = real && (await isolation({ name: 'Kafka', ...load, env: prefixed(real, 'i.') }))
  printTable('Interactive calls beside a batch', [...embedded, ...(kafka ?? [])])
}

async function waitingUrls(): Promise<void> {
  const { frontier } = await import('./batch-frontier.ts')
  printTable('Waiting URLs', await frontier())
}

async function nearDuplicates(): Promise<void> {
  const { duplicates } = await import('./duplicates.ts')
  printTable('Near duplicates among the main texts of pages', duplicates())
}

/** Pages of the crawl that is reported on. */
const reportPages = Number(process.env.BENCH_REPORT_PAGES ?? 100_000)

async function siteReports(): Promise<void> {
  const { report } = await import('./report/report.ts')
  printTable(`The report on a crawl of ${reportPages} pages`, await report(reportPages))
}

async function scaleOut(env: Env): Promise<void> {
  const { scale } = await import('./batch-scale.ts')
  if (!hasReal(env)) return console.log('SKIPPED: scaling out needs the real services')
  const real = { ...env, KAFKA_TOPIC_PREFIX: `bench${process.pid}.` }
  printTable('Stage processes with a slow site', await scale({ pages: SCALE_PAGES, env: real }))
}

const partUrls = Number(process.env.BENCH_PAGES ?? 50_000)

async function batchParts(env: Env): Promise<void> {
  const { parts } = await import('./parts/parts.ts')
  if (!hasReal(env)) return console.log('SKIPPED: batch parts need the real services')
  const real = { ...env, KAFKA_TOPIC_PREFIX: `bench${process.pid}.` }
  const title = `The frontier alone: ${partUrls} URLs of 2000 domains, ended at once`
  printTable(title, await parts({ urls: partUrls, env: real }))
}

const INTERACTIVE_CALLS = 2500

/** `BENCH_ROOT`: another checkout, which is measured in turns with this one. */
async function interactiveCalls(env: Env): Promise<void> {
  const { calls } = await import('./call.ts')
  const { BENCH_ROOT } = process.env
  const roots = [...(BENCH_ROOT === undefined ? [] : [BENCH_ROOT]), process.cwd()]
  const topics = (root: string) => ({ KAFKA_TOPIC_PREFIX: `bench${process.pid}.${roots.indexOf(root)}.` })
  const load = { roots, calls: INTERACTIVE_CALLS }
  printTable('Cache misses on a small page', [
    ...(await calls({ name: 'embedded', ...load, envOf: () => ({}) })),
    ...(hasReal(env)
      ? await calls({ name: 'Kafka', ...load, envOf: (root) => ({ ...env, ...topics(root) }) })
      : []),
  ])
}

const REDIS_PAGES = 5000

async function pagesInRedis(): Promise<void> {
  const { redisPages } = await import('./redis-pages.ts')
  const title = `${REDIS_PAGES} batch pages of ${BATCH_HOSTS} hosts in Redis`
  printTable(title, await redisPages(REDIS_PAGES, BATCH_HOSTS))
}

/** Each bench loads its own modules: those of others would take memory and time. */
const benches = {
  console: ownPage,
  lab: labRuns,
  render: renderPages,
  extract,
  audit: realAudits,
  hostile: hostilePages,
  memory: largePages,
  gateway,
  pipeline,
  batch: batches,
  frontier: waitingUrls,
  report: siteReports,
  duplicates: nearDuplicates,
  scale: scaleOut,
  parts: batchParts,
  'redis-pages': pagesInRedis,
  call: interactiveCalls,
}

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
console.log(`${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)} at the start`)
const onServices = ['pipeline', 'gateway', 'batch', 'scale', 'parts', 'call']
const needsServices = onServices.some(isWanted)
const running = needsServices ? await services() : []
try {
  const env = Object.assign({}, ...running.map((service) => service.env))
  for (const [name, bench] of Object.entries(benches)) if (isWanted(name)) await bench(env)
} finally {
  await Promise.all(running.map((service) => service.stop()))
}
process.exit()
