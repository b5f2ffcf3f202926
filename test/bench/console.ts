import type { ServerResponse } from 'node:http'
import { type ConsoleFixture, openConsoleFixture } from '#test/support/console/console-fixture.ts'
import { sentBytes } from '#test/support/console/sent-bytes.ts'
import { get } from '#test/support/service/api-client.ts'
import { htmlPage } from '#test/support/sites/target-site.ts'
import { median } from './median.ts'
import type { Row } from './table.ts'

const RUNS = 5

/** What this machine needs to show any page at all. */
const TEXT = `<p>${'A page of text alone, without style or script. '.repeat(4)}</p>`

interface Measured {
  readonly performance_score: { readonly value: number }
  readonly core_web_vitals: Readonly<Record<'lcp' | 'fcp', { readonly value_ms: number }>> & {
    readonly cls: { readonly value: number }
  }
}

/** The console by the service's own measure: bytes, vitals, scores. */
export async function consolePage(): Promise<Row[]> {
  const routes = {
    '/text': (_request: unknown, response: ServerResponse) => htmlPage(response, '/text', TEXT),
  }
  const fixture = await openConsoleFixture({ site: { routes } })
  if (fixture === null) return [{ figure: 'left out', value: 'no Chromium to open the console in' }]
  try {
    const tab = await fixture.tab()
    await tab.page.waitForSelector('input[name=url]')
    const { first, all } = await sentBytes(fixture.url, tab.requests)
    const audit = await get(`${fixture.url}/seo-audit?url=${encodeURIComponent(`${fixture.url}/`)}`)
    const { scoring } = audit.json as { scoring: { overall: number } }
    await tab.close()
    return [
      { figure: 'first load', value: `${first} bytes, compressed`, goal: '<= 150000' },
      { figure: 'all of it', value: `${all} bytes, compressed`, goal: '<= 300000' },
      { figure: 'own audit', value: String(scoring.overall), goal: '>= 95' },
      ...(await vitals(fixture, 'mobile')),
      ...(await vitals(fixture, 'desktop')),
    ]
  } finally {
    await fixture.close()
  }
}

/** The console and the page of text take turns, so that both meet the same noise. */
async function vitals({ url, site }: ConsoleFixture, device: string): Promise<Row[]> {
  const measure = async (page: string): Promise<Measured> => {
    const call = `${url}/performance?device=${device}&url=${encodeURIComponent(page)}`
    const { json } = await get(call, { headers: { 'cache-control': 'no-cache' }, timeoutMs: 60_000 })
    return json as unknown as Measured
  }
  const runs: Measured[] = []
  const textLcps: number[] = []
  for (let run = 0; run < RUNS; run++) {
    runs.push(await measure(`${url}/`))
    textLcps.push((await measure(site.url('/text'))).core_web_vitals.lcp.value_ms)
  }
  const lcp = median(runs.map((one) => one.core_web_vitals.lcp.value_ms))
  const textLcp = median(textLcps)
  const of = `${device}, median of ${RUNS}:`
  return [
    { figure: `${of} LCP`, value: `${lcp} ms`, goal: '<= 1000' },
    {
      figure: `${of} LCP of text alone`,
      value: `${textLcp} ms; the console ${(lcp / textLcp).toFixed(2)} times`,
    },
    {
      figure: `${of} CLS`,
      value: String(median(runs.map((one) => one.core_web_vitals.cls.value))),
      goal: '<= 0.1',
    },
    {
      figure: `${of} score`,
      value: String(median(runs.map((one) => one.performance_score.value))),
      goal: '>= 95',
    },
  ]
}
