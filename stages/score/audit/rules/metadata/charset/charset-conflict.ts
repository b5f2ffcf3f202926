import { charsetMetas, transportCharset } from '../../../derived/head/charset-declarations.ts'
import { elementEvidence, externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const charsetConflict = rule({
  id: 'charset-conflict',
  severity: 'warning',
  title: 'Conflicting character encodings',
  passTitle: 'Character encoding declarations agree',
  why: 'The encoding in the Content-Type header takes precedence over the one in the page. If they differ, saved or forwarded copies of the page are garbled.',
  fix: 'Declare the actual encoding of the page, the same everywhere.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  needs: ['document', 'http'],
  messages: { conflict: 'The page is declared as {names}.' },

  check({ document, http }) {
    const transport = transportCharset(http)
    const metas = charsetMetas(document).filter(({ name }) => name !== null)
    const declared = [transport, ...metas.map(({ name }) => name)].filter((name) => name !== null)
    if (declared.length < 2) return notApplicable
    const names = [...new Set(declared)]
    if (names.length === 1) return pass
    const header =
      transport === null ? [] : [externalEvidence(`Content-Type: ${http.header('content-type')[0]}`)]
    const evidence = [
      ...metas.slice(0, 9).map(({ element, label }) => elementEvidence(element, label)),
      ...header,
    ]
    return fail('conflict', { values: { names: names.join(' and ') }, evidence })
  },
})
