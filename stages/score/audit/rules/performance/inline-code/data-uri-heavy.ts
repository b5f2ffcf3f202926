import type { Element } from 'domhandler'
import { contentOf } from '../../../derived/resources/scripts.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const MAX_KB = 50
const attributes = ['src', 'srcset', 'href', 'data', 'poster', 'style'] as const
/** `data:` URLs in a style or a list; of an attribute they may be the whole value. */
const dataUris = /\bdata:[a-z0-9.+/-]*[;,][^\s"')]*/gi

export const dataUriHeavy = rule({
  id: 'data-uri-heavy',
  severity: 'info',
  title: 'Too much data in data: URLs',
  passTitle: 'data: URLs are small',
  why: 'Images and fonts in data: URLs are downloaded with every page, are a third larger, and count towards the 2 MB of a page that Google reads.',
  fix: 'Move all but the smallest into files.',
  effort: 'hours',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
  needs: ['document'],
  messages: { heavy: 'data: URLs weigh {kilobytes} KB; up to {max} KB is good.' },
  thresholds: { good: 'up to 50 KB', needs_improvement: 'more than 50 KB', poor: 'none' },

  check({ document }) {
    const holders = attributes.flatMap((name) =>
      document.withAttribute(name).map((element) => ({ element, text: element.attribs[name] ?? '' })),
    )
    const styles = document.byTag('style').map((element) => ({ element, text: contentOf(element) }))
    const found = [...holders, ...styles].flatMap(sized)
    if (found.length === 0) return notApplicable
    const kilobytes = Math.round(found.reduce((sum, { chars }) => sum + chars, 0) / 1000)
    if (kilobytes <= MAX_KB) return pass
    const largest = found.toSorted((a, b) => b.chars - a.chars).slice(0, 10)
    return fail('heavy', {
      values: { kilobytes, max: MAX_KB },
      evidence: largest.map(({ element, chars }) => elementEvidence(element, `${chars} bytes`)),
    })
  },
})

function sized({ element, text }: { element: Element; text: string }): { element: Element; chars: number }[] {
  if (!text.includes('data:')) return []
  const chars = (text.match(dataUris) ?? []).reduce((sum, uri) => sum + uri.length, 0)
  return chars === 0 ? [] : [{ element, chars }]
}
