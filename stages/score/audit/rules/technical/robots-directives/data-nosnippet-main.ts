import type { Element } from 'domhandler'
import { mainHeading } from '../../../derived/text/headings.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Elements that support the attribute (Google, "Using the data-nosnippet HTML attribute"). */
const supported = new Set(['span', 'div', 'section'])
const LARGE_SHARE = 0.5
const MOST_ELEMENTS = 1_000

export const dataNosnippetMain = rule({
  id: 'data-nosnippet-main',
  severity: 'warning',
  title: 'Main content excluded from snippets',
  passTitle: 'Main content may be used for snippets',
  why: 'Text inside data-nosnippet never appears in a snippet. On elements other than span, div and section it has no effect.',
  fix: 'Put it on a span, div or section around only the parts that should not be shown.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  needs: ['document'],
  messages: {
    heading: 'data-nosnippet covers the main heading: {element}.',
    mostText: 'data-nosnippet covers {percent} % of the main text.',
    unsupported:
      '{affected} of {total} {total:element|elements} with data-nosnippet {affected:is|are} of a type for which Google does not support it: {names}.',
  },

  check({ document }) {
    const all = document.withAttribute('data-nosnippet').slice(0, MOST_ELEMENTS)
    if (all.length === 0) return notApplicable
    const covering = all.filter(({ name }) => supported.has(name))
    const heading = mainHeading(document)
    const cover =
      heading === null ? undefined : covering.find((element) => contains(element, heading.element))
    if (cover !== undefined) return fail('heading', { evidence: [elementEvidence(cover)] })
    const share = coveredShare(document, covering)
    const evidence = covering.map((element) => elementEvidence(element))
    if (share > LARGE_SHARE)
      return fail('mostText', { values: { percent: Math.round(share * 100) }, evidence })
    const others = all.filter(({ name }) => !supported.has(name))
    if (others.length === 0) return pass
    const extent = { affected: others.length, total: all.length }
    const names = [...new Set(others.map(({ name }) => name))].slice(0, 10).join(', ')
    return fail('unsupported', {
      values: { names },
      evidence: others.map((one) => elementEvidence(one)),
      extent,
    })
  },
})

function contains(outer: Element, inner: Element): boolean {
  for (let node: Element | null = inner; node !== null; node = parentOf(node)) if (node === outer) return true
  return false
}

/** Share of the main text inside these elements; nested elements count once. */
function coveredShare(document: PageDocument, covering: readonly Element[]): number {
  const main = document.byTag('main').find((element) => !document.isHidden(element)) ?? document.body
  if (main === null || covering.length === 0) return 0
  const set = new Set(covering)
  const outermost = covering.filter((element) => !hasAncestor(element, set) && contains(main, element))
  const covered = outermost.reduce((sum, element) => sum + document.text(element).length, 0)
  if (covering.some((element) => contains(element, main))) return 1
  return covered / Math.max(1, document.text(main).length)
}

function hasAncestor(element: Element, set: ReadonlySet<Element>): boolean {
  for (let node = parentOf(element); node !== null; node = parentOf(node)) if (set.has(node)) return true
  return false
}

function parentOf({ parent }: Element): Element | null {
  return parent !== null && 'attribs' in parent ? parent : null
}
