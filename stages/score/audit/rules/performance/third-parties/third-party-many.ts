import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { type Asset, assetsOf } from '../../../derived/resources/assets.ts'
import { originOf } from '../../../derived/resources/resource-hints.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const MAX_ORIGINS = 5

export const thirdPartyMany = rule({
  id: 'third-party-many',
  severity: 'info',
  title: 'Scripts from too many third-party hosts',
  passTitle: 'Scripts come from few third-party hosts',
  why: 'Each host costs a connection, its scripts compete with your own, and if it is slow or down, so is your page.',
  fix: 'Remove scripts that you do not need, and load the others after the page.',
  effort: 'days',
  impact: 'medium',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/performance/insights/third-parties',
  needs: ['document'],
  messages: { many: 'Scripts are loaded from {count} third-party hosts: {sites}; up to {max} is good.' },
  thresholds: { good: 'up to 5 hosts', needs_improvement: 'more than 5 hosts', poor: 'none' },

  check({ document }) {
    const scripts = assetsOf(document).filter(({ kind }) => kind === 'script')
    if (scripts.length === 0) return notApplicable
    const firsts = new Map<string, Asset>()
    for (const script of scripts) {
      const origin = originOf(script.url) ?? ''
      if (!script.isOwn && !firsts.has(origin)) firsts.set(origin, script)
    }
    if (firsts.size <= MAX_ORIGINS) return pass
    const sites = [
      ...new Set([...firsts.keys()].map((origin) => registrableDomain(new URL(origin).hostname))),
    ].slice(0, 10)
    const evidence = [...firsts.values()].map((script) => script.evidence)
    return fail('many', {
      values: { count: firsts.size, sites: sites.join(', '), max: MAX_ORIGINS },
      evidence,
    })
  },
})
