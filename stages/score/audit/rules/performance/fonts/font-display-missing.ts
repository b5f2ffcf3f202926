import { fontFaces } from '../../../derived/resources/inline-styles.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateTargets, type Target } from '../../../engine/evaluate.ts'
import { elementEvidence, rule } from '../../../engine/rule.ts'

interface Face extends Target {
  /** The fault of a font; null without one. */
  readonly fault: string | null
}

export const fontDisplayMissing = rule({
  id: 'font-display-missing',
  severity: 'info',
  title: 'Fonts without font-display',
  passTitle: 'Text stays visible while fonts load',
  why: 'Without font-display, browsers hide text for up to three seconds while its font is loading.',
  fix: 'Add font-display: swap to @font-face, or &display=swap to the Google Fonts URL.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/performance/insights/font-display',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} {total:font|fonts} {affected:has|have} no font-display: {first}.',
  },

  check({ document }) {
    return evaluateTargets(
      [...inlineFaces(document), ...googleFonts(document)],
      'missing',
      ({ fault }) => fault,
    )
  },
})

function inlineFaces(document: PageDocument): Face[] {
  return document.byTag('style').flatMap((style) =>
    fontFaces(style).map((body) => {
      const family = /font-family\s*:\s*([^;]{1,100})/i.exec(body)?.[1]?.trim() ?? '@font-face'
      return { evidence: elementEvidence(style), fault: /font-display\s*:/i.test(body) ? null : family }
    }),
  )
}

function googleFonts(document: PageDocument): Face[] {
  return document.byTag('link').flatMap((element) => {
    const { rel = '', href = '' } = element.attribs
    if (
      !/\bstylesheet\b/i.test(rel) ||
      !/^(?:https?:)?\/\/fonts\.googleapis\.com\/(?:css|css2)\?/i.test(href.trim())
    )
      return []
    return { evidence: elementEvidence(element), fault: /[?&]display=/.test(href) ? null : href.trim() }
  })
}
