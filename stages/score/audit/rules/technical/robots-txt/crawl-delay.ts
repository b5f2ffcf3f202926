import { crawlDelayOf } from '../../../derived/robots/robots-decision.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const crawlDelay = rule({
  id: 'crawl-delay',
  severity: 'info',
  title: 'Crawl-delay in robots.txt',
  passTitle: 'robots.txt sets no Crawl-delay',
  why: 'Google ignores Crawl-delay; other search engines crawl more slowly because of it and find new pages later.',
  fix: 'Remove the line unless the server needs it.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
  needs: ['robots'],
  messages: {
    set: 'robots.txt asks crawlers to wait {seconds} {seconds:second|seconds} between requests; Google ignores it.',
  },

  check({ robots }) {
    if (robots.state !== 'found') return notApplicable
    const seconds = crawlDelayOf(robots, 'Bingbot')
    return seconds === null
      ? pass
      : fail('set', { values: { seconds }, evidence: [externalEvidence(`Crawl-delay: ${seconds}`)] })
  },
})
