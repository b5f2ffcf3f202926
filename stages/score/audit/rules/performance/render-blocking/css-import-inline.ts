import { importsStyles } from '../../../derived/resources/inline-styles.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const cssImportInline = rule({
  id: 'css-import-inline',
  severity: 'warning',
  title: 'CSS @import in style elements',
  passTitle: 'Style elements do not use @import',
  why: 'The browser discovers an imported style sheet only after parsing the styles, and paints nothing until it has been loaded.',
  fix: 'Use a link element for each style sheet.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/optimize-css-delivery',
  needs: ['document'],
  messages: {
    imports:
      '{affected} of {total} style {total:element|elements} {affected:imports|import} another style sheet: {first}.',
  },

  check({ document }) {
    return evaluateElements(document.byTag('style'), 'imports', (style) => importsStyles(style))
  },
})
