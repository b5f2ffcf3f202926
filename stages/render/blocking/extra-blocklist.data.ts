import type { Category } from './category.ts'

const hosts = (names: string) => names.trim().split(/\s+/)

/** Hosts of pixels, counters and ad servers, from their documentation, that third-party-web lacks or lists in another category. */
export const extraBlocklist: Readonly<Record<Category, readonly string[]>> = {
  ad: hosts(`
    ads.yahoo.com yads.c.yimg.jp b92.yahoo.co.jp pos.baidu.com cpro.baidu.com
    ads.reddit.com ads.tiktok.com ads.pinterest.com adsdk.microsoft.com goadservices.com adrta.com
    fqtag.com iqm.cc cdn.prebid.org ads.google.com
  `),
  analytics: hosts(`
    clarity.ms static.cloudflareinsights.com cloudflareinsights.com nr-data.net js-agent.newrelic.com
    eum-appdynamics.com siteimproveanalytics.com csi.gstatic.com analytics.yahoo.com sp.analytics.yahoo.com
    posthog.com rudderlabs.com rudderstack.com simpleanalyticscdn.com simpleanalytics.io goatcounter.com
    gc.zgo.at cloud.umami.is lr-ingest.io lr-ingest.com logrocket.com lr-in.com lr-in-prod.com mparticle.com cnzz.com
    51.la umeng.com top-fwz1.mail.ru counter.yadro.ru siteintercept.qualtrics.com munchkin.marketo.net jwpltx.com
    scorecardresearch.com statcounter.com px.spiceworks.com
  `),
  marketing: hosts('track.hubspot.com pi.pardot.com hs-analytics.net hsadspixel.net'),
  social: hosts(`
    atlassbx.com addthis.com addthiscdn.com addthisedge.com sharethis.com shareaholic.com bizographics.com oribi.io
    snap.licdn.com px.ads.linkedin.com ads.linkedin.com analytics.tiktok.com business-api.tiktok.com ct.pinterest.com
    log.pinterest.com trk.pinterest.com analytics.pinterest.com static.ads-twitter.com analytics.twitter.com
    ads-api.twitter.com alb.reddit.com pixel-config.reddit.com tr.snapchat.com tr6.snapchat.com q.quora.com a.quora.com
    tr.line.me pixel.facebook.com an.facebook.com px.srvcs.tumblr.com
  `),
  'tag-manager': hosts('googletagmanager.com'),
}
