import type { Example } from '../example.ts'

/** Analytics, tags, advertising, experiments, monitoring, consent: mostly the snippets of their documentation. */
export const measurement: readonly Example[] = [
  {
    shows: ['Google Analytics'],
    html: '<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC1234567"></script>',
  },
  {
    shows: ['Google Analytics'],
    html: "<script>(function(i,s,o,g,r,a,m){i['GoogleAnalyticsObject']=r;i[r]=i[r]||function(){}})(window,document,'script','https://www.google-analytics.com/analytics.js','ga');</script>",
  },
  {
    shows: ['Google Ads'],
    html: '<script async src="https://www.googletagmanager.com/gtag/js?id=AW-123456789"></script>',
  },
  {
    shows: ['Google Tag Manager'],
    html: "<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});})(window,document,'script','dataLayer','GTM-ABC123');</script>",
  },
  {
    shows: ['Google Tag Manager'],
    html: '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC123" height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript>',
  },
  {
    shows: ['Matomo'],
    html: "<script>var _paq = window._paq = window._paq || []; _paq.push(['trackPageView']);</script>",
  },
  {
    shows: ['Matomo'],
    html: '<noscript><p><img src="https://stats.example.com/matomo.php?idsite=1&amp;rec=1" style="border:0;" alt="" /></p></noscript>',
  },
  {
    shows: ['Plausible'],
    html: '<script defer data-domain="example.com" src="https://plausible.io/js/script.js"></script>',
  },
  {
    shows: ['Fathom'],
    html: '<script src="https://cdn.usefathom.com/script.js" data-site="ABCDEFG" defer></script>',
  },
  {
    shows: ['Umami'],
    html: '<script defer src="https://cloud.umami.is/script.js" data-website-id="0f3b"></script>',
  },
  {
    shows: ['Cloudflare Web Analytics'],
    html: '<script defer src="https://static.cloudflareinsights.com/beacon.min.js" data-cf-beacon=\'{"token": "x"}\'></script>',
  },
  {
    shows: ['Microsoft Clarity'],
    html: '<script>(function(c,l,a,r,i,t,y){c[a]=c[a]||function(){};t.src="https://www.clarity.ms/tag/"+i;})(window, document, "clarity", "script", "abc");</script>',
  },
  {
    shows: ['Hotjar'],
    html: '<script>(function(h,o,t,j,a,r){h.hj=h.hj||function(){};h._hjSettings={hjid:12345,hjsv:6};})(window,document,"https://static.hotjar.com/c/hotjar-",".js?sv=");</script>',
  },
  {
    shows: ['Adobe Experience Platform Launch'],
    html: '<script src="https://assets.adobedtm.com/launch-EN0f3b1c.min.js" async></script>',
  },
  { shows: ['Tealium'], html: '<script src="//tags.tiqcdn.com/utag/acme/main/prod/utag.sync.js"></script>' },
  { shows: ['Chartbeat'], html: '<script src="//static.chartbeat.com/js/chartbeat.js" async></script>' },
  {
    shows: ['Comscore'],
    html: '<noscript><img src="https://sb.scorecardresearch.com/p?c1=2&c2=1234567&cv=2.0&cj=1" /></noscript>',
  },
  {
    shows: ['INFOnline'],
    html: '<script>var iam_data = {"st":"site","cp":"code","sv":"ke"};iom.c(iam_data,2);</script>',
  },
  {
    shows: ['etracker'],
    html: '<script id="_etLoader" src="//code.etracker.com/code/e.js" data-secure-code="abc" async></script>',
  },
  {
    shows: ['VG Wort'],
    html: '<img src="https://vg04.met.vgwort.de/na/0f3b1c2d" width="1" height="1" alt="">',
  },
  {
    shows: ['Baidu Tongji'],
    html: '<script>var _hmt = _hmt || [];(function() {var hm = document.createElement("script");hm.src = "https://hm.baidu.com/hm.js?0f3b";})();</script>',
  },
  { shows: ['CNZZ'], html: '<script src="https://s4.cnzz.com/z_stat.php?id=1234&web_id=1234"></script>' },
  {
    shows: ['Yandex.Metrica'],
    html: '<noscript><div><img src="https://mc.yandex.ru/watch/12345678" style="position:absolute; left:-9999px;" alt="" /></div></noscript>',
  },
  {
    shows: ['LiveInternet'],
    html: `<script>new Image().src = "//counter.yadro.ru/hit?r"+escape(document.referrer)</script>`,
  },
  {
    shows: ['Top.Mail.Ru'],
    html: '<noscript><div><img src="https://top-fwz1.mail.ru/counter?id=1;js=na" style="border:0;" alt="" /></div></noscript>',
  },
  {
    shows: ['Naver Analytics'],
    html: '<script type="text/javascript" src="//wcs.naver.net/wcslog.js"></script>',
  },
  { shows: ['KARTE'], html: '<script src="https://static.karte.io/libs/tracker.js"></script>' },
  { shows: ['Yahoo! JAPAN Tag Manager'], html: '<script src="//s.yjtag.jp/tag.js#site=abc" async></script>' },
  {
    shows: ['Meta Pixel'],
    html: `<script>!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){}}(window, document,'script','https://connect.facebook.net/en_US/fbevents.js');fbq('init', '123');</script>`,
  },
  {
    shows: ['Meta Pixel'],
    html: '<noscript><img height="1" width="1" style="display:none" src="https://www.facebook.com/tr?id=123&ev=PageView&noscript=1"/></noscript>',
  },
  {
    shows: ['Facebook SDK'],
    html: '<div id="fb-root"></div><script async defer crossorigin="anonymous" src="https://connect.facebook.net/de_DE/sdk.js#xfbml=1&version=v19.0"></script>',
  },
  {
    shows: ['LinkedIn Insight Tag'],
    html: '<script>_linkedin_partner_id = "12345";</script><noscript><img height="1" width="1" src="https://px.ads.linkedin.com/collect/?pid=12345&fmt=gif" /></noscript>',
  },
  {
    shows: ['TikTok Pixel'],
    html: '<script>!function (w, d, t) {w.TiktokAnalyticsObject=t;}(window, document, "ttq");</script>',
  },
  {
    shows: ['Google AdSense'],
    html: '<script async src="https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1" crossorigin="anonymous"></script>',
  },
  {
    shows: ['Google Publisher Tag'],
    html: '<script async src="https://securepubads.g.doubleclick.net/tag/js/gpt.js"></script>',
  },
  { shows: ['Criteo'], html: '<script src="//dynamic.criteo.com/js/ld/ld.js?a=1" async="true"></script>' },
  {
    shows: ['Taboola'],
    html: '<script>window._taboola = window._taboola || [];_taboola.push({article:"auto"});</script>',
  },
  {
    shows: ['Bing Ads'],
    html: '<script>(function(w,d,t,r,u){var f,n,i;w[u]=w[u]||[]})(window,document,"script","//bat.bing.com/bat.js","uetq");</script>',
  },
  { shows: ['Optimizely'], html: '<script src="https://cdn.optimizely.com/js/12345.js"></script>' },
  {
    shows: ['VWO'],
    html: '<script type="text/javascript" id="vwoCode">window._vwo_code=window._vwo_code || (function() {})();</script>',
  },
  { shows: ['AB Tasty'], html: '<script src="https://try.abtasty.com/0f3b1c2d.js"></script>' },
  {
    shows: ['LaunchDarkly', 'unpkg'],
    html: '<script crossorigin="anonymous" src="https://unpkg.com/launchdarkly-js-client-sdk@3"></script>',
  },
  {
    shows: ['Sentry'],
    html: '<script src="https://browser.sentry-cdn.com/7.95.0/bundle.min.js" crossorigin="anonymous"></script>',
  },
  {
    shows: ['New Relic'],
    html: ';<script type="text/javascript">window.NREUM||(NREUM={});NREUM.info={"beacon":"bam.nr-data.net"}</script>',
  },
  {
    shows: ['Datadog'],
    html: '<script src="https://www.datadoghq-browser-agent.com/us1/v5/datadog-rum.js"></script>',
  },
  { shows: ['Contentsquare'], html: '<script src="https://t.contentsquare.net/uxa/0f3b1c.js"></script>' },
  {
    shows: ['Segment'],
    html: '<script>!function(){var analytics=window.analytics=window.analytics||[];if(!analytics.initialize)if(analytics.invoked)window.console&&console.error&&console.error("Segment snippet included twice.");}();</script>',
  },
  {
    shows: ['Cookiebot'],
    html: '<script id="Cookiebot" src="https://consent.cookiebot.com/uc.js" data-cbid="0f3b" type="text/javascript" async></script>',
  },
  {
    shows: ['OneTrust'],
    html: '<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js" data-domain-script="0f3b"></script>',
  },
  {
    shows: ['Usercentrics'],
    html: '<script id="usercentrics-cmp" src="https://web.cmp.usercentrics.eu/ui/loader.js" data-settings-id="abc" async></script>',
  },
  {
    shows: ['Didomi'],
    html: '<script src="https://sdk.privacy-center.org/0f3b/loader.js?target=www.example.com" async></script>',
  },
  { shows: ['Axeptio'], html: '<script>window.axeptioSettings = {clientId: "0f3b"};</script>' },
  {
    shows: ['consentmanager'],
    html: '<script src="https://cdn.consentmanager.net/delivery/autoblocking/0f3b.js" data-cmp-host="b.delivery.consentmanager.net"></script>',
  },
  { shows: ['iubenda'], html: '<script>var _iub = _iub || [];_iub.csConfiguration = {"siteId":1};</script>' },
]
