/** The blocked categories, named as in third-party-web. */
export const categories = ['ad', 'analytics', 'marketing', 'social', 'tag-manager'] as const
export type Category = (typeof categories)[number]

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

/**
 * Hosts that third-party-web lists in a blocked category although they serve content: video, images, maps, hosting, forms, reviews,
 * comments, chat, log-in, consent, portals. Includes their subdomains, unless a longer name has another entry.
 */
export const allowlist: readonly string[] = `
  01net.com 10cms.com adis.ws affino.com agoramedia.com amplience.com amplience.net answcdn.com answers.com
  aol.co.uk aol.com aol.net aolcdn.com api.ceros.com apester.com app.link apple.com atgsvcs.com avis-verifies.com
  aweber.com bazaarvoice.com bbb.org bestofmedia.com betrad.com bigcommerce.com bigcontent.io bing.com bizrate.com
  blogsmithmedia.com buto.tv cdngc.net clerk.io cloudsponge.com cmp.inmobi.com ctctcdn.com curalate.com custhelp.com
  d116tqlcqfmz3v.cloudfront.net de.com delvenetworks.com drift.com driftt.com easypolls.net ebay.com ebayimg.com
  egain.com ekomi.com ekomi.de estara.com evidon.com feedmagnet.com feefo.com five.tv flite.com flix360.com
  flixcar.com flixfacts.co.uk flixfacts.com flixsyndication.net flockler.com force.com fundingchoicesmessages.google.com
  gigya.com gleam.io guardian.co.uk hootsuite.com hostingprod.com hotukdeals.com hp.com hs-banner.com hs-scripts.com
  hscta.net hsforms.com hsforms.net hsstatic.net hubapi.com hubspot.com hubspot.net ibmcloud.com imageg.net
  infusionsoft.com instantservice.com invodo.com janrain.com janrainbackplane.com judge.me jsonip.com jwpcdn.com
  jwplatform.com jwplayer.com jwpsrv.com licdn.com limelight.com line-scdn.net line.me list-manage.com liveclicker.net
  llnwd.net loginradius.com longtailvideo.com loyaltylion.com loyaltylion.net lrcontent.com mailchimp.com marketo.com
  microsoft.com msecnd.net msn.com myunidays.com needle.com net.net net.pl npttech.com o2.pl oath.com okta.com oneall.com
  onet.pl ooyala.com opinionstage.com pagesuite-professional.co.uk pardot.com poll.fm polldaddy.com powerreviews.com
  privacymanager.io publishthis.com qmerce.com qualtrics.com questionpro.com quora.com qzzr.com movementventures.com
  rakuten-static.com rbl.ms rebelmouse.com reevoo.com reviews.co.uk reviews.io rewardstyle.com rovicorp.com rpxnow.com
  s-msft.com s-msn.com s.yimg.jp s81c.com salesforce.com sas.com saymedia.com sc-static.net scribblelive.com
  searchanise.com snapchat.com snidigital.com spiceworks.com stamped.io surveygizmo.eu surveymonkey.com tcdn.com.br
  theguardian.com tinypass.com tm-awx.com trustpilot.com unbounce.com unidays.world viafoura.co viafoura.net vidible.tv
  wayfair.com websta.me wishabi.com wishabi.net wowcher.co.uk wp.pl www.linkedin.com xboxlive.com yahoo.com yahoo.net
  yahooapis.com yimg.com yotpo.com zenfs.com zmags.com zoover.co.uk zoover.nl
`
  .trim()
  .split(/\s+/)
