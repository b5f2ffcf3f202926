import { headBreak } from '../../../derived/head/head-break.ts'
import { standsInHead } from '../../../derived/head/head-elements.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const headBrokenNoscript = rule({
  id: 'head-broken-noscript',
  severity: 'warning',
  title: 'Invalid noscript content in the head',
  passTitle: 'noscript in the head contains only metadata',
  why: 'In the head, noscript may contain only link, style and meta. For clients that do not run scripts, anything else, such as a tracking image, closes the head.',
  fix: 'Move the noscript element with the image or iframe to the body.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/scripting.html#the-noscript-element',
  needs: ['document', 'scriptless'],
  messages: {
    broken:
      'Without scripts {what} on line {line} closes the head, and {count} metadata {count:element|elements} after it {count:is|are} lost.',
  },

  check({ document, scriptless }) {
    if (document === scriptless || !hasNoscriptInHead(document)) return notApplicable
    // A head that is broken with scripting on is reported by head-broken.
    if (headBreak(document) !== null) return notApplicable
    const found = headBreak(scriptless)
    if (found === null) return pass
    const line = scriptless.sourceLocation(found.node)?.line ?? 0
    return fail('broken', {
      values: { what: found.what, line, count: found.lost.length },
      // With scripting on the element is text, so it has no selector.
      evidence: [externalEvidence(scriptless.snippetOf(found.node))],
    })
  },
})

function hasNoscriptInHead(document: Parameters<typeof headBreak>[0]): boolean {
  return document.byTag('noscript').some((element) => standsInHead(document, element))
}
