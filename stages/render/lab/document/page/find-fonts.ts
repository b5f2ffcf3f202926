/// <reference lib="dom" />

export interface FindFontsInput {
  /** Maximum number of fonts, and of font faces and style rules that are looked at. */
  readonly max: number
  readonly maxFaces: number
  readonly maxRules: number
  /** Maximum characters of a URL, and of the name of a family. */
  readonly maxUrlChars: number
  readonly maxFamilyChars: number
  /** Milliseconds for the whole search. */
  readonly timeMs: number
}

/** A font face that the page has loaded; see `LabFont`. */
export interface FoundFont {
  readonly family: string
  readonly display: string
  readonly urls: readonly string[]
}

/**
 * Runs in the page. Font faces that are loaded, with the URLs of the rule that declares each: style sheets of other origins do not show
 * their rules.
 */
function findFontsInPage(input: FindFontsInput): FoundFont[] {
  const until = performance.now() + input.timeMs
  const faces: FontFaceSet = Reflect.get(Document.prototype, 'fonts', document)
  const loaded: FontFace[] = []
  let faceCount = 0
  for (const face of faces) {
    if (++faceCount > input.maxFaces || loaded.length >= input.max || performance.now() > until) break
    if (face.status === 'loaded') loaded.push(face)
  }
  const sources = loaded.length === 0 ? new Map<string, string[]>() : declaredSources(input, until)
  return loaded.map(({ family, display, style, weight, unicodeRange }) => ({
    family: bareFamily(family).slice(0, input.maxFamilyChars),
    display,
    urls: sources.get(faceKey(family, style, weight, unicodeRange)) ?? [],
  }))
}

/** URLs of the declared font faces by `faceKey`. Stops at `until` on the clock of the page. */
function declaredSources({ maxRules, maxUrlChars }: FindFontsInput, until: number): Map<string, string[]> {
  const sources = new Map<string, string[]>()
  let ruleCount = 0
  for (const [rule, base] of rulesOfPage()) {
    if (++ruleCount > maxRules || performance.now() > until) break
    if (!(rule instanceof CSSFontFaceRule)) continue
    const { key, urls } = describeFace(rule.style, base)
    // Of equal faces the last one counts.
    sources.set(
      key,
      urls.filter((url) => url.length <= maxUrlChars),
    )
  }
  return sources
}

/** The rules of all style sheets that show them, with what their URLs refer to; imported and nested rules come after the others. */
function* rulesOfPage(): Generator<readonly [rule: CSSRule, base: string]> {
  const pending = sheetsOf(document).map((sheet) => ({ rules: rulesOf(sheet), base: baseOf(sheet) }))
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    for (const rule of next.rules) {
      yield [rule, next.base]
      const inner = rule instanceof CSSImportRule ? rule.styleSheet : null
      if (inner !== null) pending.push({ rules: rulesOf(inner), base: baseOf(inner) })
      else if (rule instanceof CSSGroupingRule) pending.push({ rules: rule.cssRules, base: next.base })
    }
  }
}

function sheetsOf(page: Document): CSSStyleSheet[] {
  const names = ['styleSheets', 'adoptedStyleSheets']
  return names.flatMap((name) => [...(Reflect.get(Document.prototype, name, page) as CSSStyleSheet[])])
}

/** None where the style sheet does not show them. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules
  } catch {
    return []
  }
}

/** What relative URLs in the style sheet refer to. */
function baseOf({ href }: CSSStyleSheet): string {
  return href ?? Reflect.get(Node.prototype, 'baseURI', document)
}

/** The key of a declared face, and the http(s) URLs of its sources. */
function describeFace(style: CSSStyleDeclaration, base: string): { key: string; urls: string[] } {
  const [family = '', slant = '', weight = '', range = '', src = ''] = [
    'font-family',
    'font-style',
    'font-weight',
    'unicode-range',
    'src',
  ].map((name) => style.getPropertyValue(name))
  const urls = [...src.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)]
    .slice(0, 8)
    .map(([, url = '']) => URL.parse(url.replace(/\\(.)/g, '$1'), base)?.href ?? '')
    .filter((url) => /^https?:/.test(url))
  return { key: faceKey(family, slant, weight, range), urls }
}

/** What tells faces apart; empty descriptors have their initial values (CSS Fonts Module Level 4, section 4). */
function faceKey(family: string, style: string, weight: string, range: string): string {
  const initial = [style || 'normal', weight || 'normal', range || 'U+0-10FFFF']
  return [bareFamily(family), ...initial].join('|').toLowerCase()
}

/** The name of a family without quotes. */
function bareFamily(family: string): string {
  return family.replace(/^(["'])(.*)\1$/, '$2')
}

export const findFonts = {
  main: findFontsInPage,
  uses: [declaredSources, rulesOfPage, sheetsOf, rulesOf, baseOf, describeFace, faceKey, bareFamily],
}
