import { openConsoleFixture } from '#test/support/console/console-fixture.ts'
import { sentBytes } from '#test/support/console/sent-bytes.ts'
import { get } from '#test/support/service/api-client.ts'
import type { Row } from './table.ts'

const RUNS = 5

interface Measured {
  readonly performance_score: { readonly value: number }
  readonly core_web_vitals: Readonly<Record<'lcp' | 'fcp', { readonly value_ms: number }>> & {
    readonly cls: { readonly value: number }
  }
}

/** The console by the service's own measure: bytes, vitals, scores. */
export async function consolePage(): Promise<Row[]> {
  const fixture = await openConsoleFixture()
  if (fixture === null) return [{ figure: 'left out', value: 'no Chromium to open the console in' }]
  try {
    const tab = await fixture.tab()
    await tab.page.waitForSelector('input[name=url]')
    const { first, all } = await sentBytes(fixture.url, tab.requests)
    const audit = await get(`${fixture.url}/seo-audit?url=${encodeURIComponent(`${fixture.url}/`)}`)
    const { scoring } = audit.json as { scoring: { overall: number } }
    return [
      { figure: 'first load', value: `${first} bytes, compressed`, goal: '<= 150000' },
      { figure: 'all of it', value: `${all} bytes, compressed`, goal: '<= 300000' },
      { figure: 'own audit', value: String(scoring.overall), goal: '>= 95' },
      ...(await vitals(fixture.url, 'mobile')),
      ...(await vitals(fixture.url, 'desktop')),
    ]
  } finally {
    await fixture.close()
  }
}

async function vitals(url: string, device: string): Promise<Row[]> {
  const runs: Measured[] = []
  const call = `${url}/performance?device=${device}&url=${encodeURIComponent(`${url}/`)}`
  for (let run = 0; run < RUNS; run++) {
    const { json } = await get(call, { headers: { 'cache-control': 'no-cache' }, timeoutMs: 60_000 })
    runs.push(json as unknown as Measured)
  }
  const middle = (of: (one: Measured) => number) =>
    runs.map(of).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]
  const lcp = middle((one) => one.core_web_vitals.lcp.value_ms)
  const cls = middle((one) => one.core_web_vitals.cls.value)
  const score = middle((one) => one.performance_score.value)
  return [
    { figure: `${device}, median of ${RUNS}: LCP`, value: `${lcp} ms`, goal: '<= 1000' },
    { figure: `${device}, median of ${RUNS}: CLS`, value: String(cls), goal: '<= 0.1' },
    { figure: `${device}, median of ${RUNS}: score`, value: String(score), goal: '>= 95' },
  ]
}
