import { expect } from 'chai'
import {
  canonicalInWords,
  type Indexability,
  indexabilityInWords,
  robotsInWords,
} from '#gateway/console/app/views/inspect/results/audit/page/indexability-words.ts'

const base = { reason: 'why' } as Indexability
const other = {
  href: 'https://b.test/',
  href_normalized: 'https://b.test/',
  is_self_canonical: false,
  matches_canonical: false,
  resolves: true,
  status: 200,
}

describe('console: indexability in words', () => {
  it('tells a page that may not be indexed from one that Google shows under another address', () => {
    const may = (is_indexable: boolean, indexed_like_google: boolean) =>
      indexabilityInWords({ ...base, is_indexable, indexed_like_google })
    expect(may(false, false)).to.deep.equal({
      kind: 'warn',
      title: 'Search engines may not index this page',
      reason: 'why',
    })
    expect(may(true, false).title).to.equal(
      'The page may be indexed, but Google would not show it under this URL',
    )
    expect(may(true, true)).to.include({ kind: 'good', title: 'Search engines may index this page' })
  })

  it('says what the canonical address is, and whether it answers', () => {
    expect(canonicalInWords(null)).to.equal('The page has no canonical URL.')
    expect(canonicalInWords({ ...other, is_self_canonical: true })).to.equal(
      'The page names itself as canonical.',
    )
    expect(canonicalInWords(other)).to.equal('The canonical is another URL; it responds with status 200.')
    expect(canonicalInWords({ ...other, status: 404, resolves: false })).to.equal(
      'The canonical is another URL; it responds with status 404, which is no page.',
    )
    expect(canonicalInWords({ ...other, status: null, resolves: false })).to.equal(
      'The canonical is another URL; it was not requested, or did not respond.',
    )
  })

  it('says what robots.txt allows, and leaves the rule to those who show it', () => {
    const robots = { url: 'https://a.test/robots.txt', allow: true, matched_rule: null, crawl_delay: null }
    expect(robotsInWords(robots)).to.equal('Allows Googlebot to fetch the page.')
    expect(robotsInWords({ ...robots, allow: false, matched_rule: 'Disallow: /' })).to.equal(
      'Does not allow Googlebot to fetch the page by the rule:',
    )
  })
})
