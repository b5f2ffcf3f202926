import { charsetMetas } from '../../../derived/head/charset-declarations.ts'
import { elementEvidence, externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const charsetNotUtf8 = rule({
  id: 'charset-not-utf8',
  severity: 'info',
  title: 'Page not encoded in UTF-8',
  passTitle: 'Page is encoded in UTF-8',
  why: 'HTML requires UTF-8. Other encodings lack characters and cause problems in forms and URLs.',
  fix: 'Save and send the page in UTF-8 and declare it.',
  effort: 'hours',
  impact: 'low',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  needs: ['document', 'http'],
  messages: { other: 'The page is encoded in {charset}.' },

  check({ document, http }) {
    // A missing declaration is reported by charset-missing.
    if (http.charsetSource === 'default' || http.charsetSource === 'utf8') return notApplicable
    if (http.charset.toLowerCase() === 'utf-8') return pass
    const [meta] = charsetMetas(document)
    const evidence =
      meta === undefined ? [externalEvidence(http.charset)] : [elementEvidence(meta.element, meta.label)]
    return fail('other', { values: { charset: http.charset }, evidence })
  },
})
