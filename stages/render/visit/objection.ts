import type { Tab } from '../tab.ts'
import { type Asked, failureOf, isWeb, notShown, refused, tooLarge } from './failures.ts'
import type { MainDocument, Navigation, ShownDocument } from './main-document.ts'

/** Why what the page shows can't be taken, whatever it does next; null when nothing speaks against it. */
export function objectionTo(
  proxy: Tab['proxy'],
  document: Pick<MainDocument, 'shown' | 'navigation'>,
  asked: Asked,
): Error | null {
  if (proxy.exceeded() === 'bytes') return tooLarge(asked)
  const shown = document.shown()
  if (shown === null) return null
  const navigation = navigationTo(document, shown)
  if (shown.isErrorPage || navigation.error !== null) return failureOf(proxy, asked, navigation)
  if (!isWeb(shown.url)) return refused(asked, 'scheme_not_allowed')
  if (navigation.urls.some(hasCredentials)) return refused(asked, 'credentials_not_allowed')
  // Whole browsers show the empty frame of their reader.
  if (shown.mimeType === 'application/pdf') return notShown(asked, navigation)
  return null
}

/** The navigation that led to what is shown; one made up where the browser asked nobody for it. */
export function navigationTo(document: Pick<MainDocument, 'navigation'>, shown: ShownDocument): Navigation {
  const { id, url, mimeType } = shown
  const madeUp = { id, urls: [url], status: null, location: null, contentType: mimeType, error: null }
  return document.navigation(id) ?? madeUp
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '')
}
