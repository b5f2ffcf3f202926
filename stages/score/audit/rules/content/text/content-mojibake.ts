import { isAppShell } from '../../../derived/page/app-shell.ts'
import { mainText } from '../../../derived/text/main-text.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

/** The bytes 80 to BF in windows-1252: the continuation bytes of UTF-8. */
const continuation = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'
/** Two bytes of UTF-8 decoded as windows-1252 (Ã©), three (â€™), four (ðŸ˜€). */
const misread = new RegExp(
  `[\\u00c2\\u00c3]${continuation}|\\u00e2(?:€|‚|„|†)${continuation}|\\u00f0\\u0178${continuation}{2}`,
  'g',
)
const SURELY = 2

export const contentMojibake = rule({
  id: 'content-mojibake',
  severity: 'warning',
  title: 'Garbled characters',
  passTitle: 'Characters are readable',
  why: 'Text decoded with the wrong character encoding appears as gibberish on the page and in search results.',
  fix: 'Store, convert and send the text as UTF-8 throughout, and repair content that was saved garbled.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://encoding.spec.whatwg.org/',
  needs: ['document', 'http'],
  messages: {
    gibberish:
      '{affected} of {total} text {total:block|blocks} {affected:contains|contain} garbled characters: "{text}".',
  },

  check({ document, http: { charsetSource } }) {
    const { blocks } = mainText(document)
    if (blocks.length === 0) return isAppShell(document) ? notDecidable('app_shell') : notApplicable
    // Garbled text for lack of a declared encoding is reported by charset-missing.
    if (charsetSource === 'default') return notApplicable
    const found = blocks.flatMap(({ element, text, hasCode }) => {
      const garbled = hasCode ? '' : garbledIn(text)
      return garbled === '' ? [] : [elementEvidence(element, garbled)]
    })
    const [first] = found
    if (first === undefined) return pass
    const extent = { affected: found.length, total: blocks.length }
    return fail('gibberish', { values: { text: first.value }, evidence: found, extent })
  },
})

/**
 * The garbled text with its surroundings; '' without any. A single pair of letters may be intended, as in a word
 * in capitals.
 */
function garbledIn(text: string): string {
  const lost = text.indexOf('\ufffd')
  if (lost >= 0) return text.slice(Math.max(0, lost - 20), lost + 20)
  const found = [...text.matchAll(misread)]
  const isSure = found.length >= SURELY || found.some(([match]) => match.length > 2)
  const place = found[0]?.index ?? 0
  return isSure ? text.slice(Math.max(0, place - 20), place + 20) : ''
}
