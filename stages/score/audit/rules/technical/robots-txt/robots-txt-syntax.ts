import { isHtmlRobots } from '../../../derived/robots/robots-html.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'
import { robotsFaults } from './robots-faults.ts'

export const robotsTxtSyntax = rule({
  id: 'robots-txt-syntax',
  severity: 'warning',
  title: 'Syntax errors in robots.txt',
  passTitle: 'robots.txt has no syntax errors',
  why: 'Crawlers skip lines of robots.txt that they cannot parse, so those rules have no effect.',
  fix: 'Correct the lines or remove them.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt',
  needs: ['robots'],
  messages: {
    faults: '{affected} of {total} {total:line|lines} of robots.txt cannot be parsed; line {line}: {fault}.',
  },

  check({ robots }) {
    // An HTML page in its place is reported by robots-txt-html.
    if (robots.state !== 'found' || isHtmlRobots(robots)) return notApplicable
    const { faults, lines } = robotsFaults(robots)
    const [first] = faults
    if (first === undefined) return pass
    const extent = { affected: faults.length, total: lines }
    const evidence = faults.map(({ line, fault, text }) =>
      externalEvidence(`line ${line}: ${text} (${fault})`),
    )
    return fail('faults', { values: { line: first.line, fault: first.fault }, evidence, extent })
  },
})
