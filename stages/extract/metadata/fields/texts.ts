import { tidy } from '../../text/tidy.ts'
import { type Extractor, meta } from './extractor.ts'

/** A field that is the content of one meta, as written. */
function verbatim(field: string, ...keys: readonly string[]): Extractor {
  return { field, sources: [meta(...keys)], clean: tidy }
}

export const viewport = verbatim('viewport', 'viewport')
export const themeColor = verbatim('theme_color', 'theme-color')
export const generator = verbatim('generator', 'generator')
