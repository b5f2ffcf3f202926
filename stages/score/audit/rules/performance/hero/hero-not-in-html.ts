import type { Element } from 'domhandler'
import { heroImage } from '../../../derived/images/hero.ts'
import { hintsOf } from '../../../derived/resources/resource-hints.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Attributes in which lazy-loading scripts keep the URL. */
const lazySources = ['data-src', 'data-srcset', 'data-lazy-src', 'data-original', 'data-lazy']
const looksLikeHero = /\b(?:hero|banner|masthead|jumbotron|cover|billboard)/i
const background = /background(?:-image)?\s*:[^;]{0,200}url\(\s*['"]?([^'")]{1,2000})/i
/** Number of elements that are examined: the first view is at the beginning. */
const MAX_EXAMINED = 50

export const heroNotInHtml = rule({
  id: 'hero-not-in-html',
  severity: 'warning',
  title: 'Main image not discoverable in the HTML',
  passTitle: 'Main image is discoverable in the HTML',
  why: "The browser's preload scanner finds images in the HTML. An image inserted by a script or used as a CSS background is discovered later.",
  fix: 'Use an img element with src for the main image, or preload it.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://web.dev/articles/optimize-lcp',
  needs: ['document'],
  messages: {
    script: 'The first content image is loaded by a script: {src}.',
    background: 'The main image is a CSS background: {src}.',
  },

  check({ document }) {
    const cover = backgroundHero(document)
    const hero = heroImage(document)
    if (cover === null && hero === null) return notApplicable
    const late = hero === null ? undefined : lazySource(hero)
    if (hero !== null && late !== undefined)
      return isPreloaded(document, late)
        ? pass
        : fail('script', { values: { src: late.slice(0, 200) }, evidence: [elementEvidence(hero, late)] })
    if (cover === null || isPreloaded(document, cover.src)) return pass
    return fail('background', {
      values: { src: cover.src.slice(0, 200) },
      evidence: [elementEvidence(cover.element, cover.src)],
    })
  },
})

/** Null for an image that browsers load without scripts. */
function lazySource({ attribs }: Element): string | undefined {
  const src = attribs.src?.trim() ?? ''
  if ((src !== '' && !src.startsWith('data:')) || attribs.srcset?.trim()) return undefined
  const name = lazySources.find((one) => attribs[one]?.trim())
  return name === undefined ? undefined : attribs[name]?.trim().split(/[\s,]/, 1)[0]
}

/** The first element with "hero" in its class or id and a background image in its inline style. */
function backgroundHero(document: PageDocument): { element: Element; src: string } | null {
  for (const element of document.withAttribute('style').slice(0, MAX_EXAMINED)) {
    const { class: classes = '', id = '', style = '' } = element.attribs
    if (!looksLikeHero.test(`${classes} ${id}`) || document.isHidden(element)) continue
    const src = background.exec(style.slice(0, 5_000))?.[1]?.trim()
    if (src !== undefined && !src.startsWith('data:')) return { element, src }
  }
  return null
}

function isPreloaded(document: PageDocument, src: string): boolean {
  const url = document.resolve(src)
  return hintsOf(document, 'preload').some((hint) => hint.url !== null && hint.url === url)
}
