import { type MetaElement, metasNamed } from '../../../derived/head/head-elements.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const length = /^(device-width|device-height|\d+(\.\d+)?(px)?)$/
const scale = /^(\d+\.?\d*|\.\d+|yes|no|device-width|device-height)$/
/** CSS Viewport, section 3; `shrink-to-fit` is Safari's. */
const tokens: Readonly<Record<string, RegExp>> = {
  width: length,
  height: length,
  'initial-scale': scale,
  'minimum-scale': scale,
  'maximum-scale': scale,
  'user-scalable': /^(yes|no|0|1|0\.0|1\.0|true|false)$/,
  'viewport-fit': /^(auto|contain|cover)$/,
  'interactive-widget': /^(resizes-visual|resizes-content|overlays-content)$/,
  'shrink-to-fit': /^(yes|no)$/,
  'target-densitydpi': /^[\w.-]+$/,
  'minimal-ui': /^$/,
}

export const viewportInvalid = rule({
  id: 'viewport-invalid',
  severity: 'warning',
  title: 'Invalid viewport meta tag',
  passTitle: 'Viewport meta tag is valid',
  why: 'Browsers ignore what they do not understand in a viewport, so phones may not show the page as intended.',
  fix: 'Use a single viewport meta tag: content="width=device-width, initial-scale=1".',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://drafts.csswg.org/css-viewport/#viewport-meta',
  needs: ['document'],
  messages: {
    several: 'The page has {count} different viewport meta tags; browsers combine them.',
    unknown: 'The viewport has a part that browsers do not understand: "{part}".',
    noWidth:
      'The viewport sets neither width nor initial-scale, so phones lay out the page for a desktop screen.',
  },

  check({ document }) {
    const metas = metasNamed(document, 'viewport')
    const [first] = metas
    if (first === undefined) return notApplicable
    const evidence = metas.map(({ element, content }) => elementEvidence(element, content))
    if (new Set(metas.map(({ content }) => content)).size > 1)
      return fail('several', { values: { count: metas.length }, evidence })
    const part = partsOf(first).find(([name, value]) => !isValid(name, value))
    if (part !== undefined)
      return fail('unknown', { values: { part: part.filter(Boolean).join('=') }, evidence })
    const names = partsOf(first).map(([name]) => name)
    return names.includes('width') || names.includes('initial-scale') ? pass : fail('noWidth', { evidence })
  },
})

/** Commas, semicolons and white space separate properties (CSS Viewport, "Parsing algorithm"). */
function partsOf({ content }: MetaElement): [name: string, value: string][] {
  return content
    .slice(0, 1_000)
    .toLowerCase()
    .replace(/ ?= ?/g, '=')
    .split(/[,; ]+/)
    .filter((part) => part !== '')
    .map((part) => [part.split('=', 1)[0] ?? '', part.split('=').slice(1).join('=')])
}

function isValid(name: string, value: string): boolean {
  return Object.hasOwn(tokens, name) && (tokens[name]?.test(value) ?? false)
}
