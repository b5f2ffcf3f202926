import { exposedMains } from '../../../derived/aria/exposed.ts'
import { linksOf } from '../../../derived/links/links.ts'
import { isAppShell } from '../../../derived/page/app-shell.ts'
import { headingLevels } from '../../../derived/text/headings.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const bypass = rule({
  id: 'bypass',
  severity: 'info',
  title: 'No way to skip repeated content',
  passTitle: 'Repeated content can be skipped',
  why: 'Keyboard and screen reader users want to reach the content without going through the same links on every page.',
  fix: 'Mark the content with a main element or headings, or start the page with a skip link.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/bypass-blocks',
  needs: ['document'],
  messages: { missing: 'The page has no headings, no main element and no skip link.' },

  check({ document }) {
    const links = linksOf(document)
    if (links.length === 0) return notApplicable
    const isMarked = exposedMains(document).length > 0 || headingLevels(document).length > 0
    if (isMarked || links.some(({ written }) => /^#[^/!]/.test(written.trim()))) return pass
    if (document.cut !== null) return notDecidable('truncated')
    return isAppShell(document) ? notDecidable('app_shell') : fail('missing')
  },
})
