import { blockingScripts } from '../../../derived/resources/blocking-resources.ts'
import { scriptsOf } from '../../../derived/resources/scripts.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const blockingScript = rule({
  id: 'blocking-script',
  severity: 'warning',
  title: 'Scripts do not hold up the page',
  why: 'The browser stops reading the page at a script of the head until it was loaded and run. Visitors see nothing so long.',
  fix: 'Add defer to the scripts, or async where their order does not matter.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/performance/insights/render-blocking',
  needs: ['document'],
  messages: { blocking: '{affected} of {total} script files stand in the head without async or defer.' },

  check({ document }) {
    const total = scriptsOf(document).filter(({ src, kind }) => src !== null && kind !== 'data').length
    if (total === 0) return notApplicable
    const blocking = blockingScripts(document)
    if (blocking.length === 0) return pass
    const extent = { affected: blocking.length, total }
    const evidence = blocking.map(({ element, src }) => elementEvidence(element, src ?? ''))
    return fail('blocking', { evidence, extent })
  },
})
