import { firstContent, writtenTags } from '../../../derived/head/head-break.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const headNotFirst = rule({
  id: 'head-not-first',
  severity: 'warning',
  title: 'Content before the head',
  passTitle: 'Head comes first',
  why: 'Content between the html tag and the head opens the head or body implicitly; the head tag is then ignored and its metadata may end up in the body.',
  fix: 'Move what comes before the head tag into the head or the body.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#the-html-element',
  needs: ['document'],
  messages: { before: 'There is content before the head tag: {first}.' },

  check({ document }) {
    const { html, doctype, head } = writtenTags(document)
    const first = firstContent(document)
    // The head tag is optional.
    if (head === null || first === null) return notApplicable
    // Content before html is reported by body-before-html.
    if (first.start < (html ?? doctype ?? 0)) return notApplicable
    return first.start < head
      ? fail('before', { evidence: [elementEvidence(first.node, document.snippetOf(first.node))] })
      : pass
  },
})
