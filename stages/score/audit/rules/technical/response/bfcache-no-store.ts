import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const bfcacheNoStore = rule({
  id: 'bfcache-no-store',
  severity: 'info',
  title: 'no-store prevents back/forward cache',
  passTitle: 'Page is eligible for the back/forward cache',
  why: 'Cache-Control: no-store keeps most browsers from showing the page instantly when a visitor navigates back to it.',
  fix: 'Use no-cache or private if the page contains nothing confidential.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://web.dev/articles/bfcache#minimize-use-of-cache-control-no-store',
  needs: ['http'],
  messages: { noStore: 'The page is sent with Cache-Control: no-store.' },

  check({ http }) {
    const value = http.header('cache-control').join(', ')
    const names = value
      .toLowerCase()
      .split(',')
      .map((directive) => directive.trim())
    return names.includes('no-store')
      ? fail('noStore', { evidence: [externalEvidence(`Cache-Control: ${value}`)] })
      : pass
  },
})
