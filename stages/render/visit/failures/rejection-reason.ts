import type { Tab } from '../../tab/tab.ts'
import type { MainDocument, Navigation, ShownDocument } from '../page-state/main-document.ts'
import {
  isWeb,
  navigationFailed,
  navigationFailure,
  type RequestContext,
  refused,
  tooLarge,
} from './client-failures.ts'

/** Why the shown document must not be captured or measured; null when it may be. */
export function rejectionReason(
  proxy: Tab['proxy'],
  document: Pick<MainDocument, 'shown' | 'navigation'>,
  request: RequestContext,
): Error | null {
  if (proxy.exceeded() === 'bytes') return tooLarge(request)
  const shown = document.shown()
  if (shown === null) return null
  const navigation = navigationOf(document, shown)
  if (shown.isErrorPage || navigation.error !== null) return navigationFailure(proxy, request, navigation)
  if (!isWeb(shown.url)) return refused(request, 'scheme_not_allowed')
  if (navigation.urls.some(hasCredentials)) return refused(request, 'credentials_not_allowed')
  // Full browsers show the empty frame of their PDF viewer.
  if (shown.mimeType === 'application/pdf') return navigationFailed(request, navigation)
  return null
}

/** The navigation that led to the shown document; a placeholder where the document was loaded without a request. */
export function navigationOf(document: Pick<MainDocument, 'navigation'>, shown: ShownDocument): Navigation {
  const { id, url, mimeType } = shown
  const fallback = { id, urls: [url], status: null, location: null, contentType: mimeType, error: null }
  return document.navigation(id) ?? fallback
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '')
}
