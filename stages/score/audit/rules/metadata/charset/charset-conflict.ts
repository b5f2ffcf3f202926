import { charsetMetas, transportCharset } from '../../../derived/head/charset-declarations.ts'
import { elementEvidence, externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const charsetConflict = rule({
  id: 'charset-conflict',
  severity: 'warning',
  title: 'Declarations of the character encoding agree',
  why: 'The encoding of the Content-Type header wins over that of the page. When they differ, who saves or forwards the page reads it wrongly.',
  fix: 'Declare the encoding that the page really has, the same everywhere.',
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
