import { isAppShell } from '../../../derived/page/app-shell.ts'
import { headingLevels } from '../../../derived/text/headings.ts'
import { fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const h1Missing = rule({
  id: 'h1-missing',
  severity: 'warning',
  title: 'Missing H1 heading',
  passTitle: 'Page has an H1 heading',
  why: 'The H1 heading tells readers, screen readers and search engines what the page is about; Google may use it as the title of a result.',
  fix: 'Mark up the heading that names the page as h1.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/page-has-heading-one',
  needs: ['document'],
  messages: { missing: 'The page has no H1 heading.' },

  check({ document }) {
    // An h1 without text is reported by h1-empty.
    if (headingLevels(document).some(({ level }) => level === 1)) return pass
    if (isAppShell(document)) return notDecidable('app_shell')
    return document.cut === null ? fail('missing') : notDecidable('truncated')
  },
})
