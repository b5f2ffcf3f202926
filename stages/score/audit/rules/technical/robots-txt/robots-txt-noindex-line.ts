import { lineText, robotsLines } from '../../../derived/robots/robots-decision.ts'
import { isHtmlRobots } from '../../../derived/robots/robots-html.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const robotsTxtNoindexLine = rule({
  id: 'robots-txt-noindex-line',
  severity: 'warning',
  title: 'noindex rules in robots.txt',
  passTitle: 'robots.txt has no noindex rules',
  why: 'Google does not support noindex in robots.txt, so these pages may still be indexed.',
  fix: 'Use a robots meta tag or an X-Robots-Tag header with noindex on the pages themselves.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt',
  needs: ['robots'],
  messages: {
    present:
      '{count} {count:line|lines} of robots.txt {count:uses|use} noindex, which has no effect: {first}.',
  },

  check({ robots }) {
    if (robots.state !== 'found' || isHtmlRobots(robots)) return notApplicable
    const found = robotsLines(robots).filter(({ key, text }) => key === 'other' && /^noindex\s*:/i.test(text))
    if (found.length === 0) return pass
    const evidence = found.map((line) => externalEvidence(`line ${line.number}: ${lineText(line)}`))
    return fail('present', { values: { count: found.length }, evidence })
  },
})
