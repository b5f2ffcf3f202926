import type { Example } from '../example.ts'

/** Chat, marketing, payment, media, maps, search, comments, reviews and other services in a page. */
export const services: readonly Example[] = [
  {
    shows: ['Intercom'],
    html: '<script>window.intercomSettings = {api_base: "https://api-iam.intercom.io", app_id: "abc"};</script>',
  },
  { shows: ['Tawk.to'], html: '<script>var Tawk_API=Tawk_API||{}, Tawk_LoadStart=new Date();</script>' },
  { shows: ['Crisp'], html: '<script>window.$crisp=[];window.CRISP_WEBSITE_ID="0f3b";</script>' },
  {
    shows: ['Zendesk', 'Zendesk Widget'],
    html: '<script id="ze-snippet" src="https://static.zdassets.com/ekr/snippet.js?key=0f3b"></script>',
  },
  {
    shows: ['LiveChat'],
    html: '<script>window.__lc = window.__lc || {};window.__lc.license = 12345;</script>',
  },
  { shows: ['JivoChat'], html: '<script src="//code.jivo.ru/widget/abc" async></script>' },
  {
    shows: ['Channel.io'],
    html: '<script>(function(){var w=window;if(w.ChannelIO){return w.console.error("x")}window.ChannelIOInitialized=true;})();</script>',
  },
  {
    shows: ['Userlike'],
    html: '<script async src="https://userlike-cdn-widgets.s3-eu-west-1.amazonaws.com/0f3b.js"></script>',
  },
  {
    shows: ['HubSpot'],
    html: '<script type="text/javascript" id="hs-script-loader" async defer src="//js.hs-scripts.com/12345.js"></script>',
  },
  {
    shows: ['Mailchimp'],
    html: '<div id="mc_embed_signup"><form action="https://x.us1.list-manage.com/subscribe/post"></form></div>',
  },
  {
    shows: ['Klaviyo'],
    html: '<script async src="https://static.klaviyo.com/onsite/js/klaviyo.js?company_id=ABC123"></script>',
  },
  { shows: ['Marketo'], html: '<script src="//app-ab12.marketo.com/js/forms2/js/forms2.min.js"></script>' },
  {
    shows: ['Brevo'],
    html: '<iframe width="540" height="305" src="https://0f3b.sibforms.com/serve/ABC" frameborder="0"></iframe>',
  },
  {
    shows: ['OneSignal'],
    html: '<script src="https://cdn.onesignal.com/sdks/web/v16/OneSignalSDK.page.js" defer></script>',
  },
  { shows: ['Stripe'], html: '<script src="https://js.stripe.com/v3/"></script>' },
  {
    shows: ['PayPal'],
    html: '<script src="https://www.paypal.com/sdk/js?client-id=test&currency=USD"></script>',
  },
  {
    shows: ['Klarna'],
    html: '<klarna-placement data-key="credit-promotion-badge" data-locale="de-DE"></klarna-placement>',
  },
  { shows: ['Razorpay'], html: '<script src="https://checkout.razorpay.com/v1/checkout.js"></script>' },
  {
    shows: ['Amazon Pay'],
    html: '<script src="https://static-eu.payments-amazon.com/checkout.js"></script>',
  },
  { shows: ['TossPayments'], html: '<script src="https://js.tosspayments.com/v2/standard"></script>' },
  {
    shows: ['reCAPTCHA'],
    html: '<script src="https://www.google.com/recaptcha/api.js" async defer></script>',
  },
  { shows: ['hCaptcha'], html: '<script src="https://js.hcaptcha.com/1/api.js" async defer></script>' },
  {
    shows: ['Cloudflare Turnstile'],
    html: '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" defer></script>',
  },
  { shows: ['GeeTest'], html: '<script src="https://static.geetest.com/v4/gt4.js"></script>' },
  {
    shows: ['Cloudflare'],
    html: '<script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>',
  },
  {
    shows: ['YouTube'],
    html: '<iframe width="560" height="315" src="https://www.youtube-nocookie.com/embed/abc" allowfullscreen></iframe>',
  },
  {
    shows: ['YouTube'],
    html: '<iframe data-src="https://www.youtube.com/embed/abc" src="about:blank"></iframe>',
  },
  {
    shows: ['Vimeo'],
    html: '<iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e" width="640"></iframe>',
  },
  {
    shows: ['Spotify Embed'],
    html: '<iframe src="https://open.spotify.com/embed/track/abc" width="100%"></iframe>',
  },
  {
    shows: ['Bilibili'],
    html: '<iframe src="//player.bilibili.com/player.html?bvid=BV1xx" scrolling="no"></iframe>',
  },
  { shows: ['Dailymotion'], html: '<iframe src="https://www.dailymotion.com/embed/video/x7tgad0"></iframe>' },
  {
    shows: ['Wistia'],
    html: '<script src="https://fast.wistia.com/assets/external/E-v1.js" async></script>',
  },
  { shows: ['JW Player'], html: '<script src="https://cdn.jwplayer.com/libraries/abc.js"></script>' },
  {
    shows: ['Video.js'],
    html: '<link href="https://vjs.zencdn.net/8.10.0/video-js.css" rel="stylesheet" />',
  },
  {
    shows: ['Google Maps'],
    html: '<iframe src="https://www.google.com/maps/embed?pb=!1m18" width="600"></iframe>',
  },
  {
    shows: ['Mapbox'],
    html: '<link href="https://api.mapbox.com/mapbox-gl-js/v3.1.0/mapbox-gl.css" rel="stylesheet">',
  },
  {
    shows: ['Yandex Maps'],
    html: '<script src="https://api-maps.yandex.ru/2.1/?lang=ru_RU&apikey=x"></script>',
  },
  { shows: ['Kakao Maps'], html: '<script src="//dapi.kakao.com/v2/maps/sdk.js?appkey=x"></script>' },
  { shows: ['AMap'], html: '<script src="https://webapi.amap.com/maps?v=2.0&key=x"></script>' },
  {
    shows: ['OpenStreetMap'],
    html: '<iframe src="https://www.openstreetmap.org/export/embed.html?bbox=-0.1,51.5,-0.1,51.5&layer=mapnik"></iframe>',
  },
  {
    shows: ['Algolia', 'jsDelivr'],
    html: '<script src="https://cdn.jsdelivr.net/npm/algoliasearch@4.22.1/dist/algoliasearch-lite.umd.js"></script>',
  },
  {
    shows: ['Algolia', 'DocSearch', 'jsDelivr'],
    html: '<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/@docsearch/css@3" />',
  },
  {
    shows: ['Google Programmable Search'],
    html: '<script async src="https://cse.google.com/cse.js?cx=abc"></script><gcse:search></gcse:search>',
  },
  { shows: ['Disqus'], html: '<div id="disqus_thread"></div>' },
  {
    shows: ['giscus'],
    html: '<script src="https://giscus.app/client.js" data-repo="a/b" crossorigin="anonymous" async></script>',
  },
  {
    shows: ['X Widgets'],
    html: '<script async src="https://platform.twitter.com/widgets.js" charset="utf-8"></script>',
  },
  { shows: ['Instagram Embed'], html: '<script async src="//www.instagram.com/embed.js"></script>' },
  {
    shows: ['VK Widgets'],
    html: '<script src="https://vk.com/js/api/openapi.js?169" type="text/javascript"></script>',
  },
  { shows: ['Gravatar'], html: '<img src="https://secure.gravatar.com/avatar/0f3b?s=48" alt="">' },
  {
    shows: ['accessiBe'],
    html: '<script>(function(){ var s = document.createElement("script"); s.src = "https://acsbapp.com/apps/app/dist/js/app.js"; s.onload = function(){ acsbJS.init({}); }; })();</script>',
  },
  { shows: ['UserWay'], html: '<script data-account="x" src="https://cdn.userway.org/widget.js"></script>' },
  {
    shows: ['Calendly'],
    html: '<script type="text/javascript" src="https://assets.calendly.com/assets/external/widget.js" async></script>',
  },
  { shows: ['Typeform'], html: '<script src="//embed.typeform.com/next/embed.js"></script>' },
  {
    shows: ['Trustpilot'],
    html: '<script src="//widget.trustpilot.com/bootstrap/v5/tp.widget.bootstrap.min.js" async></script>',
  },
  { shows: ['Trusted Shops'], html: '<script async src="//widgets.trustedshops.com/js/X0F3B.js"></script>' },
  {
    shows: ['Weglot'],
    html: '<script type="text/javascript" src="https://cdn.weglot.com/weglot.min.js"></script>',
  },
  {
    shows: ['Google Translate'],
    html: '<script src="//translate.google.com/translate_a/element.js?cb=googleTranslateElementInit"></script>',
  },
  {
    shows: ['Cloudinary'],
    html: '<img src="https://res.cloudinary.com/demo/image/upload/sample.jpg" alt="">',
  },
  { shows: ['imgix'], html: '<img src="https://assets.imgix.net/unsplash/bear.jpg?w=400" alt="">' },
  { shows: ['Contentful'], html: '<img src="https://images.ctfassets.net/a/b/c/d.jpg?w=400" alt="">' },
  {
    shows: ['Auth0'],
    html: '<script src="https://cdn.auth0.com/js/auth0-spa-js/2.0/auth0-spa-js.production.js"></script>',
  },
  {
    shows: ['Firebase'],
    html: '<script src="https://www.gstatic.com/firebasejs/8.10.1/firebase-app.js"></script>',
  },
  {
    shows: ['Piano'],
    html: '<script src="https://experience.tinypass.com/xbuilder/experience/load?aid=abc"></script>',
  },
  {
    shows: ['Substack'],
    html: '<iframe src="https://x.substack.com/embed" width="480" height="320"></iframe>',
  },
]
