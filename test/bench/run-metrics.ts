/** The cost of a run of pages. */
export interface RunMetrics {
  readonly seconds: number
  readonly cpuSeconds: number
  /** Pages a second between a tenth and nine tenths of the pages. */
  readonly sustained: number
  /** MiB, one sample every five seconds. */
  readonly rss: readonly number[]
}

export interface RunProbes {
  /** Number of finished pages. */
  done(): number
  /** Resident memory in MiB. */
  rss(): number
  cpuSeconds(): number
}

const SAMPLE_MS = 250
const RSS_EVERY = 20

/** Measures a run from this moment on. */
export function measureRun({ done, rss, cpuSeconds }: RunProbes): { stop(): RunMetrics } {
  const began = performance.now()
  const cpu = cpuSeconds()
  const progress: { readonly ms: number; readonly pages: number }[] = []
  const memory: number[] = [rss()]
  const sample = () => {
    progress.push({ ms: performance.now() - began, pages: done() })
    if (progress.length % RSS_EVERY === 0) memory.push(rss())
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      sample()
      const seconds = (performance.now() - began) / 1000
      return { seconds, cpuSeconds: cpuSeconds() - cpu, sustained: sustained(progress), rss: memory }
    },
  }
}

function sustained(progress: readonly { readonly ms: number; readonly pages: number }[]): number {
  const all = progress.at(-1)?.pages ?? 0
  const from = progress.find(({ pages }) => pages >= all / 10)
  const to = progress.findLast(({ pages }) => pages <= (all * 9) / 10)
  const last = progress.at(-1)
  if (from === undefined || last === undefined) return 0
  const end = to === undefined || to.ms <= from.ms ? last : to
  return ((end.pages - from.pages) * 1000) / (end.ms - from.ms)
}

/** MiB a minute over the second half of the samples, by least squares. */
export function slopeOf(rss: readonly number[]): number {
  const half = rss.slice(Math.floor(rss.length / 2))
  const middle = (half.length - 1) / 2
  const mean = half.reduce((sum, one) => sum + one, 0) / half.length
  const along = half.reduce((sum, one, at) => sum + (at - middle) * (one - mean), 0)
  const square = half.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return square === 0 ? 0 : (along / square) * (60_000 / (SAMPLE_MS * RSS_EVERY))
}
