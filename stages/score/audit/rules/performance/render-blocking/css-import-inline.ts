import { importsStyles } from '../../../derived/resources/inline-styles.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const cssImportInline = rule({
  id: 'css-import-inline',
  severity: 'warning',
  title: 'Style elements import nothing',
  why: 'The browser finds an imported style sheet only when it reads the styles, and paints nothing until it is there.',
  fix: 'Use a link element for each style sheet.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/optimize-css-delivery',
  needs: ['document'],
  messages: { imports: '{affected} of {total} style elements import other style sheets.' },

  check({ document }) {
    return evaluateElements(document.byTag('style'), 'imports', (style) => importsStyles(style))
  },
})
