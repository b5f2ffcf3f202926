import { organizations, webSites, works } from '../../structured-data/kinds.ts'
import { isUrlLike, tidy } from '../../text/tidy.ts'
import { type Extractor, jsonLd, meta } from './extractor.ts'

function toName(found: string): string | null {
  const name = tidy(found)
  return name === null || isUrlLike(name) || name.length > 200 ? null : name
}

export const siteName: Extractor = {
  field: 'site_name',
  sources: [
    meta('og:site_name'),
    jsonLd(webSites, 'name'),
    meta('application-name', 'apple-mobile-web-app-title', 'al:iphone:app_name', 'al:android:app_name'),
    jsonLd(works, 'publisher'),
    jsonLd(organizations, 'name'),
    meta('dc.publisher', 'publisher'),
  ],
  clean: toName,
}
