import type { LabFont, LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'

/** A loaded font whose text was invisible until then. */
export interface HidingFont extends LabFont {
  /** Null where its style sheet does not tell which file it is. */
  readonly request: LabRequest | null
}

/** Values of `font-display` with a block period of about 3 s (CSS Fonts Module Level 4, section 11.1). */
const HIDING: ReadonlySet<string> = new Set(['auto', 'block'])

/**
 * Fonts that hide their text, each with the file that was loaded for it. Style sheets of other origins do not tell the
 * file: where all their fonts hide text, each remaining font file is one of theirs.
 */
export function hidingFonts({
  document,
  requests,
}: Pick<Measurement, 'document' | 'requests'>): HidingFont[] {
  const fonts = document?.fonts ?? []
  const named = new Set(fonts.flatMap(({ urls }) => urls))
  const files = requests.filter(isFont)
  const unnamed = fonts.filter(({ urls }) => urls.length === 0)
  const remaining = unnamed.every(hides) ? files.filter(({ url }) => !named.has(url)) : []
  return fonts.filter(hides).map((font) => {
    const isKnown = font.urls.length > 0
    const request = isKnown ? files.find(({ url }) => font.urls.includes(url)) : remaining.shift()
    return { ...font, request: request ?? null }
  })
}

function hides({ display }: LabFont): boolean {
  return HIDING.has(display)
}

function isFont({ kind, status, isRedirect }: LabRequest): boolean {
  return kind === 'font' && status === 200 && !isRedirect
}
