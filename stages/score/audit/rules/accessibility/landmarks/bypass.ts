import { exposedMains } from '../../../derived/aria/exposed.ts'
import { linksOf } from '../../../derived/links/links.ts'
import { isAppShell } from '../../../derived/page/app-shell.ts'
import { headingLevels } from '../../../derived/text/headings.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const bypass = rule({
  id: 'bypass',
  severity: 'info',
  title: 'Repeated parts can be skipped',
  why: 'People who use a keyboard or a screen reader want to come to the content without going through the same links on each page.',
  fix: 'Mark the content with a main element or with headings, or begin the page with a link to it.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/bypass-blocks',
  needs: ['document'],
  messages: { missing: 'The page has no headings, no main element and no link to its content.' },

  check({ document }) {
    const links = linksOf(document)
    if (links.length === 0) return notApplicable
    const isMarked = exposedMains(document).length > 0 || headingLevels(document).length > 0
    if (isMarked || links.some(({ written }) => /^#[^/!]/.test(written.trim()))) return pass
    if (document.cut !== null) return notDecidable('truncated')
    return isAppShell(document) ? notDecidable('app_shell') : fail('missing')
  },
})
