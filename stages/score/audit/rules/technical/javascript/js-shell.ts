import { isAppShell } from '../../../derived/page/app-shell.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const jsShell = rule({
  id: 'js-shell',
  severity: 'warning',
  title: 'Content rendered only by JavaScript',
  passTitle: 'Content is in the HTML',
  why: 'The HTML contains no content: scripts have to create it. Google runs them, but later; other search engines and services see an empty page.',
  fix: 'Use server-side rendering, or prerender the page.',
  effort: 'days',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
  needs: ['document'],
  messages: { shell: 'The HTML has fewer than 50 words; scripts render the content.' },

  check({ document }) {
    const scripts = document.byTag('script')
    const [first] = scripts
    if (first === undefined) return notApplicable
    if (!isAppShell(document)) return pass
    const loaded = scripts.filter(({ attribs }) => attribs.src !== undefined).slice(0, 10)
    return fail('shell', {
      evidence: loaded.map((script) => elementEvidence(script, script.attribs.src ?? '')),
    })
  },
})
