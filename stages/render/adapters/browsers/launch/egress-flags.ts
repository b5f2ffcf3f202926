import type { BrowserContextOptions } from 'puppeteer-core'

/** Nobody listens there, and none but root could: what belongs to no job's context gets nowhere. */
const nowhere = 'http://127.0.0.1:9'

/** Features that reach the network beside the proxy: mDNS for WebRTC, the browser's own clock query. */
const disabledFeatures = ['WebRtcHideLocalIpsWithMdns', 'NetworkTimeServiceQuerying']

/**
 * What keeps the browser's traffic on the way through the egress proxy. Hand a copy to the launcher: puppeteer takes
 * `--disable-features` out of the array to merge it with its own, and a second flag of that name would replace the first.
 */
export const egressFlags: readonly string[] = [
  // The browser itself has no way out, without a fallback; each job's context has its own proxy (`egressContext`).
  `--proxy-server=${nowhere}`,
  // Without it loopback, *.localhost and link-local, cloud metadata among them, are reached directly.
  '--proxy-bypass-list=<-loopback>',
  // The proxy resolves names; a browser that does would tell a page's DNS server, and leave the policy behind.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // HTTP/3 and WebTransport are UDP, which no HTTP proxy carries.
  '--disable-quic',
  // STUN, TURN and ICE over UDP. The headless shell heeds one of the two, whole browsers the other.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  `--disable-features=${disabledFeatures.join(',')}`,
  // The browser's own calls: variations, updates, accounts, reports, sync.
  '--disable-background-networking',
  '--disable-component-update',
  `--component-updater=url-source=${nowhere}`,
  `--gaia-url=${nowhere}`,
  '--disable-domain-reliability',
  '--disable-sync',
]

/**
 * A context whose traffic leaves through the proxy at `url`. The bypass rule is said again: a context with a proxy of its own
 * does not inherit the browser's.
 */
export function egressContext(url: string): BrowserContextOptions {
  return {
    proxyServer: url,
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  }
}
