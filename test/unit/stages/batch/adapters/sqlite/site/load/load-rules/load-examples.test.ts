import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { loadExamples } from '#stages/batch/adapters/sqlite/site/load/load-rules.ts'
import { loadSite } from '#stages/batch/adapters/sqlite/site/load/load-site.ts'
import { SITE_SCHEMA } from '#stages/batch/adapters/sqlite/site/statements.ts'
import { fillSite, urlOf } from '#test/support/site/site-builder.ts'

/** The examples of rules on a site, by the id of the rule. */
function examplesOn(pages: Readonly<Record<string, readonly string[]>>, most: number) {
  const db = new DatabaseSync(':memory:')
  db.exec(SITE_SCHEMA)
  const plans = Object.entries(pages).map(([path, failedRules]) => [path, { overall: 5, failedRules }])
  fillSite(db, { pages: Object.fromEntries(plans) })
  const site = loadSite(db, { batch: 1, isCrawl: true, hasReadSitemaps: false })
  const rules = [...site.audits.rules.keys()].map((rule) => ({ rule, id: site.text(rule) }))
  const found = loadExamples(db, 1, rules, site.audits.rules, { most, site })
  return Object.fromEntries(rules.map(({ rule, id }) => [id, found.get(rule)]))
}

const said = (path: string, rule: string) => ({
  ...{ url: urlOf(path), selector: null, snippet: null },
  message: `${rule} failed`,
})

describe('examples of rules', () => {
  it('are what each rule found at its own first pages, in order of their URLs', () => {
    const pages = { '/c': ['one', 'two'], '/a': ['two'], '/b': ['one'], '/d': ['one'] }
    expect(examplesOn(pages, 2)).to.deep.equal({
      one: [said('/b', 'one'), said('/c', 'one')],
      two: [said('/a', 'two'), said('/c', 'two')],
    })
  })

  it('fit together into 3,000,000 characters', () => {
    const rules = Array.from({ length: 300 }, (_, at) => `rule-${at}`)
    const pathAt = (at: number) => `/${String(at).padStart(1000, '0')}`
    const pages = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [pathAt(at), rules]))
    const lists = Object.values(examplesOn(pages, 120)).map((list = []) => list)
    const chars = lists.flat().reduce((sum, { url, message }) => sum + url.length + message.length, 0)
    expect(lists).to.have.length(300)
    expect(chars).to.be.within(2_000_000, 3_000_000)
  })
})
