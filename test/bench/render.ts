import { join } from 'node:path'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { loadOf, memoryOf } from './browser-load.ts'
import { startChild } from './child.ts'
import { median } from './median.ts'
import { type Product, product } from './render-product.ts'
import { bareLoop, plainCluster, type ScreenshotMethod } from './screenshot-methods.ts'
import type { Row } from './table.ts'

const ROUNDS = 5
const SHOTS = 20
const MANY = 500
/** Warm-up of both methods: caches fill, code is compiled. */
const WARM_UP = 10

/** One round of one method. */
interface Round {
  /** CPU time of the browsers and of this process, in milliseconds a screenshot. */
  readonly browserMs: number
  readonly nodeMs: number
  readonly perSecond: number
}

/**
 * The throughput of the service with a browser, compared with a loop that does nothing else, alternately and with the
 * same page.
 */
export async function render(): Promise<Row[]> {
  const executablePath = findChromium()
  if (executablePath === null) {
    console.log('SKIPPED: screenshots need a Chromium')
    return []
  }
  const site = await startChild(join(import.meta.dirname, 'shot-site.ts'), [], {}, /site on port/)
  const url = `http://127.0.0.1:${/\d+$/.exec(site.line)?.[0]}/`
  try {
    return [
      ...(await compared(executablePath, url, 1)),
      ...(await compared(executablePath, url, 2)),
      ...(await manyJobs(executablePath, url)),
    ]
  } finally {
    await site.stop()
  }
}

async function compared(executablePath: string, url: string, concurrency: number): Promise<Row[]> {
  const ours = await product(executablePath, url, concurrency)
  const methods = [
    ours,
    await bareLoop(executablePath, url),
    await plainCluster(executablePath, url, concurrency),
  ]
  try {
    for (const method of methods) await shoot(method, WARM_UP, concurrency)
    const rounds: Round[][] = methods.map(() => [])
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, method] of methods.entries())
        rounds[index]?.push(await measured(method, concurrency))
    }
    return rowsOf(methods, rounds, concurrency)
  } finally {
    for (const method of methods) await method.close()
  }
}

async function measured(method: ScreenshotMethod, concurrency: number): Promise<Round> {
  const sessions = method.sessions()
  const before = { browser: loadOf(sessions).cpuMs, node: process.cpuUsage(), at: performance.now() }
  await shoot(method, SHOTS, concurrency)
  const seconds = (performance.now() - before.at) / 1000
  const { user, system } = process.cpuUsage(before.node)
  return {
    browserMs: (loadOf(sessions).cpuMs - before.browser) / SHOTS,
    nodeMs: (user + system) / 1000 / SHOTS,
    perSecond: SHOTS / seconds,
  }
}

/** Takes screenshots at a concurrency; each must be a JPEG larger than that of a blank page. */
async function shoot(method: ScreenshotMethod, shots: number, concurrency: number): Promise<void> {
  let left = shots
  const worker = async () => {
    while (left-- > 0) {
      const image = await method.capture()
      if (image.length < 50_000) throw new Error(`${method.name} returned an image of ${image.length} bytes`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

function rowsOf(
  methods: readonly ScreenshotMethod[],
  rounds: readonly Round[][],
  concurrency: number,
): Row[] {
  const [ours = [], bare = []] = rounds
  const ratio = (figure: keyof Round) =>
    median(ours.map((round, index) => round[figure] / (bare[index]?.[figure] ?? 1))).toFixed(2)
  const figures = methods.map(({ name }, index) => {
    const of = (figure: keyof Round) => median((rounds[index] ?? []).map((round) => round[figure]))
    return {
      figure: `${concurrency} at a time, ${name}`,
      value: `${of('browserMs').toFixed(0)} browser, ${of('nodeMs').toFixed(0)} node, ${of('perSecond').toFixed(2)} shots/s`,
    }
  })
  return [
    ...figures,
    {
      figure: `${concurrency} at a time, CPU of the browser / bare`,
      value: ratio('browserMs'),
      goal: '<= 1.1',
    },
    {
      figure: `${concurrency} at a time, shots per second / bare`,
      value: ratio('perSecond'),
      ...(concurrency === 2 && { goal: '>= 0.9' }),
    },
  ]
}

/** Leaks after many jobs in the same browsers. */
async function manyJobs(executablePath: string, url: string): Promise<Row[]> {
  const ours = await product(executablePath, url, 2)
  try {
    const rows: Row[] = []
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) {
      await shoot(ours, MANY * 0.2, 2)
      rows.push({ figure: `after ${MANY * share} jobs`, value: footprintOf(ours) })
    }
    return rows
  } finally {
    await ours.close()
  }
}

function footprintOf(ours: Product): string {
  const sessions = ours.sessions()
  const { contexts, launched, crashed } = ours.stats()
  const memory = `node ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB, browsers ${memoryOf(sessions).toFixed(0)} MiB`
  const counts = `${loadOf(sessions).processes} processes, ${contexts} contexts, ${launched} launched, ${crashed} crashed`
  return `${memory}, ${counts}`
}
