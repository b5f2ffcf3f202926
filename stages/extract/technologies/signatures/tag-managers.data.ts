import type { Signature } from '../signature.ts'

/** Tag managers and customer data platforms. */
export const tagManagers: readonly Signature[] = [
  { name: 'Adobe Experience Platform Launch', script: ['assets.adobedtm.com'] },
  { name: 'BlueConic', script: ['cdn.blueconic.net', 'blueconic.net/script.js'] },
  { name: 'Commanders Act', script: ['cdn.tagcommander.com', 'cdn.trustcommander.net'] },
  { name: 'Ensighten', script: ['nexus.ensighten.com'] },
  { name: 'Freshpaint', script: ['perfalytics.com/static/js/freshpaint'] },
  {
    name: 'Google Tag Manager',
    script: ['googletagmanager.com/gtm.js'],
    frame: ['googletagmanager.com/ns.html'],
    inline: ['googletagmanager.com/gtm.js', "'gtm.start'", '"gtm.start"'],
  },
  { name: 'Hightouch Events', script: ['cdn.hightouch-events.com'] },
  { name: 'Lytics', script: ['c.lytics.io'] },
  { name: 'mParticle', script: ['jssdkcdns.mparticle.com', 'jssdkcdn.mparticle.com'] },
  { name: 'Permutive', script: ['cdn.permutive.com', 'permutive.app'] },
  { name: 'Relay42', script: ['r42tag.com'] },
  { name: 'RudderStack', script: ['cdn.rudderlabs.com'] },
  {
    name: 'Segment',
    script: ['cdn.segment.com', 'cdn.segment.io'],
    inline: ['cdn.segment.com/analytics.js', 'analytics.SNIPPET_VERSION', 'Segment snippet included twice'],
  },
  { name: 'Signal', script: ['s.btstatic.com', 's.thebrighttag.com'] },
  { name: 'Sourcebuster', script: ['/sourcebuster.min.js'] },
  {
    name: 'Tealium',
    script: ['tags.tiqcdn.com', 'tags-eu.tiqcdn.com'],
    inline: ['var utag_data', 'tags.tiqcdn.com/utag/'],
  },
  { name: 'Treasure Data', script: ['cdn.treasuredata.com'] },
  { name: 'Yahoo! JAPAN Tag Manager', script: ['s.yjtag.jp/tag.js'], inline: ['s.yjtag.jp/tag.js'] },
  { name: 'Zeotap', script: ['content.zeotap.com'] },
]
