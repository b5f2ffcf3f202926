import type { Category } from './host-lists.data.ts'

export interface PathRule {
  readonly category: Category
  /** Matches whole host names; absent: any host, since sites serve these paths from their own hosts. */
  readonly host?: RegExp
  /** Matches path and query. */
  readonly path: RegExp
}

/**
 * Paths of pixels and tags on hosts that also serve content, or on the host of the page itself, from the public documentation of these
 * pixels and tags.
 */
export const pathRules: readonly PathRule[] = [
  // Google: tags, measurement protocol, conversions, ads.
  { category: 'tag-manager', path: /^\/(gtag\/js|gtm\.js|gtag\/destination)\?(.*&)?id=(G|GT|GTM|AW|DC|UA)-/ },
  { category: 'analytics', path: /^\/g\/collect\?(.*&)?tid=G-/ },
  { category: 'analytics', path: /^\/(r\/|j\/)?collect\?(.*&)?tid=UA-/ },
  { category: 'ad', host: /^adservice\.google\./, path: /^\// },
  {
    category: 'ad',
    host: /^(www\.)?google\.[a-z.]+$/,
    path: /^\/(pagead|ads|adsense|ccm|rmkt|gmp\/conversion|measurement\/conversion)\//,
  },
  { category: 'ad', host: /^www\.youtube\.com$/, path: /^\/(pagead\/|ptracking|api\/stats\/ads)/ },
  // Microsoft.
  { category: 'ad', host: /^(bat|c)\.bing\.(com|net)$/, path: /^\// },
  { category: 'analytics', host: /^(web|browser)\.vortex\.data\.(msn|microsoft)\.com$/, path: /^\// },
  { category: 'analytics', host: /^(.+\.)?events\.data\.microsoft\.com$/, path: /^\// },
  { category: 'analytics', host: /^(az416426|az\d+)\.vo\.msecnd\.net$/, path: /^\/scripts\/[a-z]\/ai\./ },
  // Yahoo.
  { category: 'ad', host: /^s\.yimg\.com$/, path: /^\/wi\/(ytc|config)/ },
  // Social networks' pixels.
  { category: 'social', host: /^(www|web)\.facebook\.com$/, path: /^\/(tr|brandlift\.php)([/?]|$)/ },
  { category: 'social', path: /^\/(.+\/)?fbevents\.js(\?|$)/ },
  { category: 'social', host: /^connect\.facebook\.net$/, path: /^\/signals\// },
  { category: 'social', host: /^www\.linkedin\.com$/, path: /^\/(px|li\/track)([/?]|$)/ },
  { category: 'social', host: /^(t\.co|twitter\.com|x\.com)$/, path: /^\/(i\/adsct|1\/i\/adsct)([/?]|$)/ },
  { category: 'social', host: /^syndication\.twitter\.com$/, path: /^\/i\/jot/ },
  { category: 'social', host: /^s\.pinimg\.com$/, path: /^\/ct\// },
  { category: 'social', host: /^www\.redditstatic\.com$/, path: /^\/ads\// },
  { category: 'social', host: /^sc-static\.net$/, path: /^\/scevent\.min\.js/ },
  { category: 'social', host: /^vk\.com$/, path: /^\/(rtrg|js\/api\/openapi\.js\?.*pixel)/ },
  // Yandex.
  { category: 'ad', host: /^(www\.)?yandex\.(ru|com|com\.tr|kz|by)$/, path: /^\/ads\// },
  { category: 'analytics', host: /^yastatic\.net$/, path: /^\/s3\/metrika\// },
  // Counters that sites serve themselves.
  { category: 'analytics', path: /^\/(.+\/)?(matomo|piwik)\.(js|php)(\?|$)/ },
  { category: 'analytics', path: /^\/b\/ss\/[^/]+\/\d+\// },
  { category: 'analytics', path: /^\/cdn-cgi\/(rum|zaraz\/)/ },
  { category: 'analytics', path: /^\/_vercel\/(insights|speed-insights)\// },
  { category: 'analytics', path: /^\/\.netlify\/scripts\/rum/ },
]
