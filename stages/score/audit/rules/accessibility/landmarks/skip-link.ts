import type { Element } from 'domhandler'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { memoize } from '../../../engine/memoize.ts'
import { notDecidable, rule } from '../../../engine/rule.ts'

/** Skip links are links within the page before the first link to another page. */
export const skipLink = rule({
  id: 'skip-link',
  severity: 'info',
  title: 'Skip links without a target',
  passTitle: 'Skip links have a target',
  why: 'Skip links do nothing if their target is missing.',
  fix: 'Add the id in the href of the skip link to the element it should skip to.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/skip-link',
  needs: ['document'],
  messages: {
    dangling:
      '{affected} of {total} skip {total:link|links} {affected:has|have} no target on the page: {first}.',
  },

  check({ document }) {
    const links = document.byTag('a').filter(({ attribs }) => attribs.href !== undefined)
    const firstOther = links.findIndex((link) => fragmentOf(link) === null)
    const skips = (firstOther < 0 ? links : links.slice(0, firstOther)).filter(
      (link) => fragmentOf(link) !== '' && document.isExposed(link),
    )
    const leads = (link: Element) => hasTarget(document, fragmentOf(link) ?? '')
    // The target may be in the part that was not parsed.
    if (document.cut !== null && !skips.every(leads)) return notDecidable('truncated')
    return evaluateElements(skips, 'dangling', (link) => (leads(link) ? null : (link.attribs.href ?? '')))
  },
})

/**
 * The fragment of a link within the page, '' for the top. Null for other links and for fragments that scripts use
 * as routes.
 */
function fragmentOf({ attribs }: Element): string | null {
  const href = attribs.href?.trim() ?? ''
  return /^#(?![/!])/.test(href) ? href.slice(1) : null
}

/** Resolves a fragment (HTML Standard, 7.4.6.4): as written, then decoded; `top` is the top of the page. */
function hasTarget(document: PageDocument, fragment: string): boolean {
  const ids = fragment.includes('%') ? [fragment, percentDecoded(fragment)] : [fragment]
  return ids.some(
    (id) => document.byId(id).length > 0 || anchorNames(document).has(id) || id.toLowerCase() === 'top',
  )
}

const anchorNames = memoize(
  (document: PageDocument): ReadonlySet<string | undefined> =>
    new Set(document.byTag('a').map(({ attribs }) => attribs.name)),
)

/** Percent-decodes as UTF-8 (URL Standard, 1.3); invalid escapes stay as written. */
function percentDecoded(text: string): string {
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
