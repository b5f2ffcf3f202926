import { headBreak } from '../../../derived/head/head-break.ts'
import { standsInHead } from '../../../derived/head/head-elements.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const headBrokenNoscript = rule({
  id: 'head-broken-noscript',
  severity: 'warning',
  title: 'Head stays whole without scripts',
  why: 'In a head, noscript may hold link, style and meta only. For readers that run no scripts anything else in it, such as a tracking image, ends the head.',
  fix: 'Move the noscript element with the image or iframe to the body.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/scripting.html#the-noscript-element',
  needs: ['document', 'scriptless'],
  messages: {
    broken:
      'Without scripts {what} on line {line} ends the head, and {count} metadata elements after it are lost.',
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
