import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

const scopes = new Set(['col', 'colgroup', 'row', 'rowgroup'])

export const scopeAttrValid = rule({
  id: 'scope-attr-valid',
  severity: 'info',
  title: 'Invalid scope attributes',
  passTitle: 'scope attributes are valid',
  why: 'The scope of a header cell says whether it belongs to a row or a column. On other elements, or with other values, it is ignored.',
  fix: 'Use scope only on th elements, with the value row, col, rowgroup or colgroup.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/scope-attr-valid',
  needs: ['document'],
  messages: {
    invalid: '{affected} of {total} scope {total:attribute|attributes} {affected:is|are} invalid: {element}.',
  },

  check({ document }) {
    const cells = document
      .withAttribute('scope')
      .filter((cell) => (cell.name === 'td' || cell.name === 'th') && document.isExposed(cell))
    return evaluateElements(cells, 'invalid', ({ name, attribs: { scope = '' } }) =>
      name === 'th' && scopes.has(scope.toLowerCase()) ? null : scope,
    )
  },
})
