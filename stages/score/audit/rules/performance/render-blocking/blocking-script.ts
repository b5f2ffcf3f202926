import { blockingScripts } from '../../../derived/resources/blocking-resources.ts'
import { scriptsOf } from '../../../derived/resources/scripts.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const blockingScript = rule({
  id: 'blocking-script',
  severity: 'warning',
  title: 'Render-blocking scripts in the head',
  passTitle: 'Scripts do not block rendering',
  why: 'The browser stops parsing the page at a script in the head until it has been downloaded and run. Until then visitors see nothing.',
  fix: 'Add defer to the scripts, or async if their order does not matter.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/performance/insights/render-blocking',
  needs: ['document'],
  messages: {
    blocking:
      '{affected} of {total} external {total:script|scripts} {affected:blocks|block} rendering (in the head without async or defer): {first}.',
  },

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
