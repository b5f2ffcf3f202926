import { tidy } from '../../text/tidy.ts'
import { type Extractor, heading, meta } from './extractor.ts'

export const title: Extractor = {
  field: 'title',
  sources: [({ facts }) => [facts.title ?? ''], meta('og:title'), meta('twitter:title'), heading(1)],
  clean: tidy,
}
