import type { Signature } from './signature.ts'
import { advertising } from './signatures/advertising.data.ts'
import { analytics } from './signatures/analytics.data.ts'
import { analyticsRegional } from './signatures/analytics-regional.data.ts'
import { applications } from './signatures/applications.data.ts'
import { cdns } from './signatures/cdns.data.ts'
import { chat } from './signatures/chat.data.ts'
import { clientFrameworks } from './signatures/client-frameworks.data.ts'
import { cms } from './signatures/cms.data.ts'
import { community } from './signatures/community.data.ts'
import { consent } from './signatures/consent.data.ts'
import { eCommerce } from './signatures/e-commerce.data.ts'
import { eCommerceRegional } from './signatures/e-commerce-regional.data.ts'
import { experience } from './signatures/experience.data.ts'
import { fonts } from './signatures/fonts.data.ts'
import { graphics } from './signatures/graphics.data.ts'
import { hosting } from './signatures/hosting.data.ts'
import { jsLibraries } from './signatures/js-libraries.data.ts'
import { languages } from './signatures/languages.data.ts'
import { maps } from './signatures/maps.data.ts'
import { marketing } from './signatures/marketing.data.ts'
import { media } from './signatures/media.data.ts'
import { monitoring } from './signatures/monitoring.data.ts'
import { payment } from './signatures/payment.data.ts'
import { publishing } from './signatures/publishing.data.ts'
import { search } from './signatures/search.data.ts'
import { security } from './signatures/security.data.ts'
import { serverFrameworks } from './signatures/server-frameworks.data.ts'
import { siteBuilders } from './signatures/site-builders.data.ts'
import { social } from './signatures/social.data.ts'
import { staticSites } from './signatures/static-sites.data.ts'
import { tagManagers } from './signatures/tag-managers.data.ts'
import { uiFrameworks } from './signatures/ui-frameworks.data.ts'
import { visitorTools } from './signatures/visitor-tools.data.ts'
import { webServers } from './signatures/web-servers.data.ts'
import { widgets } from './signatures/widgets.data.ts'
import { wordpress } from './signatures/wordpress.data.ts'

/** All known technologies, each once. */
export const signatures: readonly Signature[] = [
  advertising,
  analyticsRegional,
  analytics,
  applications,
  cdns,
  chat,
  clientFrameworks,
  cms,
  community,
  consent,
  eCommerceRegional,
  eCommerce,
  experience,
  fonts,
  graphics,
  hosting,
  jsLibraries,
  languages,
  maps,
  marketing,
  media,
  monitoring,
  payment,
  publishing,
  search,
  security,
  serverFrameworks,
  siteBuilders,
  social,
  staticSites,
  tagManagers,
  uiFrameworks,
  visitorTools,
  webServers,
  widgets,
  wordpress,
].flat()

function named(prefix: string): string[] {
  const markers = signatures
    .flatMap(({ marker = [] }) => marker)
    .filter((marker) => marker.startsWith(prefix))
  return [...new Set(markers.map((marker) => marker.slice(prefix.length)))]
}

/** All markers of the signatures: the pass over a page collects these only. */
export const markerNames = {
  ids: new Set(named('id:')) as ReadonlySet<string>,
  classes: new Set(named('class:')) as ReadonlySet<string>,
  tags: new Set(named('tag:')) as ReadonlySet<string>,
  attributes: named('attribute:'),
}
