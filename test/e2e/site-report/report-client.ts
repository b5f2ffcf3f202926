import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { batchClient } from '#test/support/service/batch-client.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import type { FoundItem } from './plants.ts'

/** What rules about pages and about the site have in common in a report. */
export interface Finding {
  readonly title: string
  readonly severity: string
  readonly points: number
  readonly pages_url: string
}

/** What the tests read of a report (infra/docs/batches.md#site-report). */
export interface Report {
  readonly complete: boolean
  readonly batch: Readonly<Record<string, unknown>>
  readonly pages: Readonly<Record<string, unknown>>
  readonly score: { readonly overall: number; readonly deductions: readonly { readonly points: number }[] }
  readonly scores: Readonly<Record<string, unknown>> | null
  readonly rules: readonly (Finding & { readonly rule_id: string; readonly pages: number })[]
  readonly site_issues: readonly (Finding & {
    readonly id: string
    readonly affected: number
    readonly items: readonly FoundItem[]
  })[]
  readonly changes?: Readonly<Record<string, unknown>>
}

/** A row of the pages of a batch. */
export type PageRow = Readonly<Record<string, unknown>> & {
  readonly url: string
  readonly status: number | null
}

const POLL_MS = 100

/** The reports of a service, over HTTP as any client reads them. */
export function reportClient(base: string, key = API_KEY) {
  const headers = { 'x-api-key': key }

  function ask(id: string, below: string, accept: string): Promise<Response> {
    return fetch(`${base}/batches/${id}/${below}`, { headers: { ...headers, accept } })
  }
  async function text(id: string, below: string, accept: string): Promise<string> {
    const answer = await ask(id, below, accept)
    const body = await answer.text()
    expect(answer.status, body).to.equal(200)
    expect(answer.headers.get('content-type')).to.match(new RegExp(`^${accept}`))
    return body
  }
  const report = async (id: string, query = '') =>
    JSON.parse(await text(id, `report${query}`, 'application/json')) as Report

  return {
    ask,
    text,
    report,
    async submit(body: object): Promise<string> {
      const answer = await fetch(`${base}/batches`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const said = await answer.text()
      expect(answer.status, said).to.equal(202)
      return (JSON.parse(said) as { id: string }).id
    },
    /** The report once it is complete, which it cannot be before the batch has ended. Waits while the service is away. */
    async complete(id: string, query = ''): Promise<Report> {
      await batchClient(base, key).untilEnded(id)
      for (;;) {
        const answer = await ask(id, 'report', 'application/json').catch(() => null)
        const found = answer?.status === 200 ? ((await answer.json()) as Report) : null
        if (found?.complete === true) return report(id, query)
        await sleep(POLL_MS)
      }
    },
    async pages(id: string): Promise<PageRow[]> {
      const lines = (await text(id, 'pages', 'application/x-ndjson')).trimEnd().split('\n')
      return lines.map((line) => JSON.parse(line) as PageRow)
    },
  }
}
export type ReportClient = ReturnType<typeof reportClient>

/** The findings of a report by rule. Of each item only the facts that its expectation names are compared. */
export function findingsOf(
  { site_issues }: Report,
  expected: Readonly<Record<string, readonly FoundItem[]>>,
) {
  return Object.fromEntries(
    site_issues.map(({ id, items }) => [
      id,
      inOrder(items.map((item) => compared(item, expected[id] ?? []))),
    ]),
  )
}

function compared(item: FoundItem, expected: readonly FoundItem[]): FoundItem {
  const names = new Set(expected.flatMap((one) => Object.keys(one)))
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.size === 0 || names.has(name)))
}

/** Items in an order that does not depend on that of the report. */
export function inOrder(items: readonly FoundItem[]): FoundItem[] {
  const nameOf = ({ url, urls, value }: FoundItem) => JSON.stringify([url, urls, value])
  return items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}
