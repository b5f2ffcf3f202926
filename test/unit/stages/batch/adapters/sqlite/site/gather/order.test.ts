import { expect } from 'chai'
import type { PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { openSiteReader } from '#stages/batch/adapters/sqlite/site/site-file.ts'
import {
  batchNamed,
  completionOf,
  crawlRules,
  failure,
  type OutcomeWithFacts,
  page,
  result,
} from '#test/contract/frontier/batch-scene.ts'
import { factsText } from '#test/support/site/facts-text.ts'
import { rowsAfter } from '#test/support/site/rows-after.ts'
import { openFileFixture } from '../../../../site-fixture.ts'
import { auditFacts, failedRule, pageFacts } from '../page-facts.ts'

const urlOf = (seq: number) => `http://x.example/${seq}`
const linkTo = (seq: number) => ({ url: urlOf(seq), text: `to ${seq}`, isNofollow: false })
const COUNT = 14

/** Facts of single pages; all others fail one rule, have one title and link to the next two pages. */
const special: Readonly<Record<number, Partial<PageSiteFacts>>> = {
  3: { isNoindex: true, links: [linkTo(1)] },
  5: { finalUrl: urlOf(6), redirects: [{ url: urlOf(5), status: 301 }], title: 'by redirect' },
  8: { status: 404 },
  9: { canonical: urlOf(1), alternates: [{ hreflang: 'de', url: urlOf(2) }] },
}

function outcomeOf(seq: number): OutcomeWithFacts {
  if (seq === 12) return failure(urlOf(seq))
  const links = [linkTo(seq + 1), linkTo(seq + 2), linkTo(99)]
  const facts = pageFacts(urlOf(seq), { title: 'Same', links, ...special[seq] })
  const audit = auditFacts(seq, [failedRule('often', { message: `at ${seq}` })])
  return { ...result(urlOf(seq)), siteFacts: factsText(facts, audit) }
}

/** The report and the rows of a crawl whose results come in this order. */
async function reportFor(order: readonly number[], atATime: number) {
  const store = await openFileFixture()
  try {
    await store.frontier.create(batchNamed('a', { crawl: crawlRules, operation: 'seo-audit', createdAt: 0 }))
    const items = Array.from({ length: COUNT }, (_, at) => page(urlOf(at + 1), { depth: at === 0 ? 0 : 1 }))
    await store.frontier.add('a', items)
    await store.frontier.start('a', false)
    for (let from = 0; from < order.length; from += atATime) {
      const part = order.slice(from, from + atATime)
      await store.frontier.complete(part.map((seq) => completionOf(`a.${seq}`, outcomeOf(seq))))
    }
    const reader = openSiteReader(store.path)
    const [report, snapshot] = [reader.report('a', null), reader.snapshot('a', null)]
    reader.close()
    if (report === null || snapshot === null) throw new Error('there is no report')
    const rows = rowsAfter(snapshot.rows, 0, 100)
    const { batch: _, ...rest } = report
    return { rest, rows: rows.map(({ n: __, ...row }) => row).toSorted((a, b) => (a.url < b.url ? -1 : 1)) }
  } finally {
    await store.close()
  }
}

describe('results in another order, in the frontier in one file', () => {
  const seqs = Array.from({ length: COUNT }, (_, at) => at + 1)

  it('make the same report and the same rows', async () => {
    const inOrder = await reportFor(seqs, COUNT)
    expect(inOrder.rows).to.have.length(COUNT)
    expect(inOrder.rest.site_issues.length).to.be.above(3)
    // Of 14 pages one fails, and one redirects to another one, which is audited itself.
    expect(inOrder.rest.rules[0]).to.include({ rule_id: 'often', pages: 12, elements: 12 })
    expect(await reportFor(seqs.toReversed(), 1)).to.deep.equal(inOrder)
    expect(
      await reportFor(
        [...seqs].sort((a, b) => ((a * 5) % 17) - ((b * 5) % 17)),
        3,
      ),
    ).to.deep.equal(inOrder)
  })

  it('have the examples of the first URLs in order', async () => {
    const { rest } = await reportFor(seqs.toReversed(), 4)
    const urls = seqs.filter((seq) => seq !== 12).map(urlOf)
    expect(rest.rules[0]?.examples.map(({ url }) => url)).to.deep.equal(urls.toSorted().slice(0, 10))
    expect(rest.rules[0]?.examples[1]).to.deep.include({ url: urlOf(10), message: 'at 10' })
  })
})
