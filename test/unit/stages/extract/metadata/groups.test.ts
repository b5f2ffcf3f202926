import { expect } from 'chai'
import { metadataGroups } from '#shared/operations/metadata.ts'
import { decodePage } from '#shared/web/html/charset.ts'
import { collectFacts } from '#stages/extract/facts/collect-facts.ts'
import { allFacts, expensiveFacts, type PageFacts } from '#stages/extract/facts/page-facts.ts'
import { factsFor } from '#stages/extract/metadata/groups.ts'
import { metadataLookups } from '#stages/extract/metadata/lookups-needed.ts'
import { metadataOf } from '#stages/extract/metadata/metadata.ts'
import { goldenPages } from '#test/golden/golden-page.ts'
import { fetched } from '../pages.ts'

const answers = { canonicalStatus: 200, dominantColor: '#336699' }

/** A page with each of the expensive facts, and with fallbacks for them. */
const everything = `<!doctype html><html lang="en" class="no-js"><body id="__next" data-reactroot>
  <a href="https://twitter.com/example">us</a> <img src="/a.png" width="300" height="200">
  <article itemscope itemtype="https://schema.org/Article" itemref="more"><h1 itemprop="headline">A title</h1>
  <p>${'Some words make a sentence. '.repeat(70)}</p></article><p id="more" itemprop="author">Somebody</p>
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Us"}</script>
  <script src="/_next/static/chunks/main.js"></script></body></html>`

function factsOf(html: string | Uint8Array, needed: typeof allFacts): PageFacts {
  const page = fetched(html)
  return collectFacts(decodePage(page.body, 'text/html'), page, needed)
}

function answersOf(
  html: string | Uint8Array,
  needed: typeof allFacts,
  groups: (typeof metadataGroups)[number][],
) {
  const page = fetched(html)
  const facts = factsOf(html, needed)
  const options = { groups, maxImages: 25, maxLinks: 100 }
  return [metadataLookups(facts, page, groups), metadataOf(facts, page, options, answers)]
}

describe('needed facts', () => {
  const pages: [string, string | Uint8Array][] = [
    ...goldenPages().map(({ name, html }): [string, Uint8Array] => [name, html]),
    ['everything', everything],
  ]
  for (const [name, html] of pages)
    for (const group of metadataGroups)
      it(`are enough for ${group}: ${name}`, () => {
        const few = answersOf(html, factsFor([group]), [group])
        expect(few).to.deep.equal(answersOf(html, allFacts, [group]))
      })

  const countOf: Record<(typeof expensiveFacts)[number], (facts: PageFacts) => number> = {
    anchors: ({ anchors }) => anchors.total,
    images: ({ images }) => images.total,
    markers: ({ markers }) => markers.length,
    items: ({ structured }) => structured.markup.flatMap(({ items }) => items).length,
    words: ({ words }) => words,
  }
  for (const fact of expensiveFacts)
    it(`${fact} are collected when they are needed, and not when only others are`, () => {
      const collected = (needed: typeof allFacts) => countOf[fact](factsOf(everything, needed))
      expect(collected(new Set([fact]))).to.be.above(0)
      expect(collected(new Set(expensiveFacts.filter((other) => other !== fact)))).to.equal(0)
    })

  it('include no expensive fact for the groups that most batches request, and all of them for `all`', () => {
    expect([...factsFor(['basic', 'og'])]).to.deep.equal([])
    expect(factsFor(['all'])).to.deep.equal(allFacts)
  })
})
