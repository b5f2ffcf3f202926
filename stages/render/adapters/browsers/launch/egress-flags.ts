import type { BrowserContextOptions } from 'puppeteer-core'

/** No program listens on this port, and only root could: requests outside the contexts of jobs fail. */
const nowhere = 'http://127.0.0.1:9'

/** Features that bypass the proxy: mDNS for WebRTC, the browser's own time query. */
const disabledFeatures = ['WebRtcHideLocalIpsWithMdns', 'NetworkTimeServiceQuerying']

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
  `--disable-features=${disabledFeatures.join(',')}`,
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
