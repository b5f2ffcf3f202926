import { exposedMains } from '../../../derived/aria/exposed.ts'
import { hasOpenModal } from '../../../derived/aria/focus.ts'
import { isAppShell } from '../../../derived/page/app-shell.ts'
import { fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const landmarkOneMain = rule({
  id: 'landmark-one-main',
  severity: 'info',
  title: 'Missing main landmark',
  passTitle: 'Page has a main landmark',
  why: 'Screen reader users jump to the main content if it is marked as a landmark.',
  fix: 'Put the main content into a main element.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/landmark-one-main',
  needs: ['document'],
  messages: { missing: 'The page has no main element and no element with role="main".' },

  check({ document }) {
    if (exposedMains(document).length > 0 || hasOpenModal(document)) return pass
    if (document.cut !== null) return notDecidable('truncated')
    return isAppShell(document) ? notDecidable('app_shell') : fail('missing')
  },
})
