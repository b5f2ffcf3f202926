import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

const scopes = new Set(['col', 'colgroup', 'row', 'rowgroup'])

export const scopeAttrValid = rule({
  id: 'scope-attr-valid',
  severity: 'info',
  title: 'Scopes of header cells are valid',
  why: 'The scope of a header cell says whether it heads a row or a column. Elsewhere, or with other words, it is ignored.',
  fix: 'Use scope on th elements alone, with the value row, col, rowgroup or colgroup.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/scope-attr-valid',
  needs: ['document'],
  messages: { invalid: '{affected} of {total} scope attributes of cells are ignored.' },

  check({ document }) {
    const cells = document
      .withAttribute('scope')
      .filter((cell) => (cell.name === 'td' || cell.name === 'th') && document.isExposed(cell))
    return evaluateElements(cells, 'invalid', ({ name, attribs: { scope = '' } }) =>
      name === 'th' && scopes.has(scope.toLowerCase()) ? null : scope,
    )
  },
})
