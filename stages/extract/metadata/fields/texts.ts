import { tidy } from '../../text/tidy.ts'
import { type Extractor, meta } from './extractor.ts'

/** Fields that are the content of one meta, as it stands. */
function verbatim(field: string, ...keys: readonly string[]): Extractor {
  return { field, sources: [meta(...keys)], clean: tidy }
}

export const viewport = verbatim('viewport', 'viewport')
export const themeColor = verbatim('theme_color', 'theme-color')
export const generator = verbatim('generator', 'generator')
