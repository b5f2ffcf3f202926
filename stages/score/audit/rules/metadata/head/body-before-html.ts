import { firstContent, writtenTags } from '../../../derived/head/head-break.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const bodyBeforeHtml = rule({
  id: 'body-before-html',
  severity: 'warning',
  title: 'Content before the html tag',
  passTitle: 'Page starts with the html tag',
  why: 'Content before the html tag makes parsers open the head and body early: a doctype after it is ignored and metadata may be lost.',
  fix: 'Remove what is sent before the doctype and the html tag; often it is a script or a server warning.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/syntax.html#writing',
  needs: ['document'],
  messages: { before: 'There is content before the html tag: {first}.' },

  check({ document }) {
    const { html, doctype } = writtenTags(document)
    const begin = html ?? doctype
    const first = firstContent(document)
    // Both tags are optional.
    if (begin === null || first === null) return notApplicable
    return first.start < begin
      ? fail('before', { evidence: [elementEvidence(first.node, document.snippetOf(first.node))] })
      : pass
  },
})
