import { evidenceOf } from '../../../derived/structured/structured-data.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const jsonldSyntax = rule({
  id: 'jsonld-syntax',
  severity: 'error',
  title: 'JSON-LD syntax errors',
  passTitle: 'JSON-LD is valid JSON',
  why: 'A JSON-LD block with a syntax error is ignored completely, including every rich result that it describes.',
  fix: 'Correct the JSON: no comments, no comma after the last value, straight quotes around names and strings.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
  needs: ['document', 'structured'],
  messages: { broken: '{affected} of {total} JSON-LD {total:block|blocks} cannot be parsed: {first}.' },

  check({ document, structured }) {
    const { blocks, findings, isCut } = structured
    if (blocks === 0) return notApplicable
    const found = findings.filter(({ rule: id }) => id === 'jsonld-syntax')
    const [first] = found
    if (first === undefined) return isCut ? notDecidable('truncated') : pass
    const extent = { affected: Math.min(found.length, blocks), total: blocks }
    const evidence = found.map((finding) => evidenceOf(document, finding))
    return fail('broken', { values: { first: first.message }, evidence, extent })
  },
})
