import type { BrowserContextOptions } from 'puppeteer-core'

/** Features of no use in a service. */
const uselessFeatures = [
  // Work that no page has requested.
  'Translate',
  'AcceptCHFrame',
  'MediaRouter',
  'OptimizationHints',
  // These break puppeteer: puppeteer/puppeteer#10715, crbug.com/1492053.
  'IsolateSandboxedIframes',
  'ProcessPerSiteUpToMainFrameThreshold',
]

/** Maximum JavaScript heap of a page, in MiB: beyond it, the renderer of the page exits, before the whole browser is killed. */
const MAX_HEAP_MB = 1024

/** Give the same image of the same page on all machines, and no prompt that waits for a person. Used together with `egressFlags`. */
export const renderFlags: readonly string[] = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-client-side-phishing-detection',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  '--disable-search-engine-choice-screen',
  '--enable-automation',
  '--password-store=basic',
  '--use-mock-keychain',
  '--metrics-recording-only',
  // All pages are in the background: they must run at full speed.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Format of numbers and dates; the Accept-Language header comes from the user-agent override.
  '--lang=en-US',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  // Animated images show their first frame (2 = no animation): otherwise no two captures are the same.
  '--blink-settings=imageAnimationPolicy=2',
  // `window.open` and links to new windows open nothing: a job has one page.
  '--block-new-web-contents',
  // The headless shell has a back/forward cache, as other browsers do, only with this flag.
  '--enable-bfcache',
  `--js-flags=--max-old-space-size=${MAX_HEAP_MB}`,
  `--disable-features=${uselessFeatures.join(',')}`,
]

/** Joins the lists of all `--disable-features` flags: the browser uses only the last of several flags of the same name. */
export function mergeFlags(flags: readonly string[]): string[] {
  const name = '--disable-features='
  const features = flags.filter((flag) => flag.startsWith(name)).map((flag) => flag.slice(name.length))
  return [...flags.filter((flag) => !flag.startsWith(name)), `${name}${features.join(',')}`]
}

/** No program listens on this port, and only root could: requests outside the contexts of jobs fail. */
const nowhere = 'http://127.0.0.1:9'

/** Features that bypass the proxy: mDNS for WebRTC, the browser's own time query. */
const bypassingFeatures = ['WebRtcHideLocalIpsWithMdns', 'NetworkTimeServiceQuerying']

/**
 * Flags that send all traffic of the browser through the egress proxy. Pass a copy to the launcher: puppeteer removes
 * `--disable-features` from the array to merge it with its own, and a second flag of that name replaces the first.
 */
export const egressFlags: readonly string[] = [
  // The browser itself has no access to the network; the context of each job has a proxy of its own (`egressContext`).
  `--proxy-server=${nowhere}`,
  // Without this flag, the browser connects directly to loopback, *.localhost and link-local addresses, such as cloud metadata.
  '--proxy-bypass-list=<-loopback>',
  // The proxy resolves names. A browser that resolved them would contact DNS servers without the egress policy.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // HTTP/3 and WebTransport use UDP, which bypasses an HTTP proxy.
  '--disable-quic',
  // STUN, TURN and ICE over UDP. The headless shell supports one of the two flags, full browsers the other.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  `--disable-features=${bypassingFeatures.join(',')}`,
  // The browser's own requests: variations, updates, accounts, reports, sync.
  '--disable-background-networking',
  '--disable-component-update',
  `--component-updater=url-source=${nowhere}`,
  `--gaia-url=${nowhere}`,
  '--disable-domain-reliability',
  '--disable-sync',
]

/**
 * A browser context whose traffic goes through the proxy at `url`. The bypass rule is repeated: a context with a proxy of its own does
 * not inherit the rule of the browser.
 */
export function egressContext(url: string): BrowserContextOptions {
  return {
    proxyServer: url,
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  }
}
