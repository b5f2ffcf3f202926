import { tidy } from '../../text/tidy.ts'
import { type Extractor, heading, meta } from './extractor.ts'

export const title: Extractor = {
  field: 'title',
  sources: [({ facts }) => [facts.title ?? ''], meta('og:title'), meta('twitter:title'), heading(1)],
  clean: tidy,
}

/** A field that is the content of one meta, as written. */
function verbatim(field: string, ...keys: readonly string[]): Extractor {
  return { field, sources: [meta(...keys)], clean: tidy }
}

export const viewport = verbatim('viewport', 'viewport')
export const themeColor = verbatim('theme_color', 'theme-color')
export const generator = verbatim('generator', 'generator')
