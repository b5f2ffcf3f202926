import { expect } from 'chai'
import { makeRequestClassifier } from '#stages/render/blocking/request-classifier.ts'

const onNews = makeRequestClassifier('https://www.news.example.com/')

describe('request classifier', () => {
  it('knows no host that is longer than a name in the DNS can be', () => {
    const host = (length: number) => `${'a.'.repeat((length - 'doubleclick.net'.length) / 2)}doubleclick.net`
    expect(onNews.categoryOf(`https://${host(253)}/`)).to.equal('ad')
    expect(onNews.categoryOf(`https://${host(255)}/`)).to.equal(null)
  })

  it('looks at the beginning of a long URL', () => {
    const url = (characters: number) => `https://www.news.example.com/${'a/'.repeat(characters / 2)}matomo.js`
    expect(onNews.categoryOf(url(8000))).to.equal('analytics')
    expect(onNews.categoryOf(url(1_000_000))).to.equal(null)
  })
})

describe('request classifier on a page of another company', () => {
  const refused = {
    ad: [
      'https://securepubads.g.doubleclick.net/tag/js/gpt.js',
      'https://adservice.google.fr/adsid/integrator.js',
      'https://www.google.com/pagead/1p-user-list/123/?random=1',
      'https://www.google.de/ads/ga-audiences?v=1',
      'https://bat.bing.com/bat.js',
      'https://s.yimg.com/wi/ytc.js',
    ],
    analytics: [
      'https://www.google-analytics.com/analytics.js',
      'https://www.clarity.ms/tag/abc',
      'https://www.news.example.com/matomo.js',
      'https://stats.example.org/piwik.php?idsite=1',
      'https://www.news.example.com/g/collect?v=2&tid=G-ABC',
      'https://metrics.example.com/b/ss/suite/1/JS-2.0/s1',
      'https://www.news.example.com/cdn-cgi/rum?',
      'wss://ws.hotjar.com/api/v2/client/ws',
    ],
    marketing: ['https://js.hs-analytics.net/analytics/1/1.js'],
    social: [
      'https://www.facebook.com/tr/?id=1&ev=PageView',
      'https://connect.facebook.net/en_US/fbevents.js',
      'https://px.ads.linkedin.com/collect',
      'https://www.linkedin.com/px/li_sync',
      'https://t.co/i/adsct?bci=3',
      'https://analytics.tiktok.com/i18n/pixel/events.js',
      'https://s.pinimg.com/ct/core.js',
      'https://sc-static.net/scevent.min.js',
    ],
    'tag-manager': [
      'https://www.googletagmanager.com/gtm.js?id=GTM-ABC',
      'https://www.news.example.com/gtag/js?id=G-ABC',
      'https://assets.adobedtm.com/launch-1.min.js',
    ],
  }
  for (const [category, urls] of Object.entries(refused)) {
    for (const url of urls) it(`${category}: ${url}`, () => expect(onNews.categoryOf(url)).to.equal(category))
  }

  for (const [what, url] of [
    ['a library', 'https://cdn.jsdelivr.net/npm/vue'],
    ['a font', 'https://fonts.gstatic.com/s/roboto.woff2'],
    ['a map', 'https://maps.googleapis.com/maps/api/js'],
    ['a captcha', 'https://www.google.com/recaptcha/api.js'],
    ['a video', 'https://www.youtube.com/embed/abc'],
    ['a video player', 'https://cdn.jwplayer.com/players/a.js'],
    ['a consent platform', 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js'],
    ['a consent message', 'https://fundingchoicesmessages.google.com/i/pub-1'],
    ['a chat', 'https://widget.intercom.io/widget/abc'],
    ['another chat', 'https://js.driftt.com/include/1/abc.js'],
    ['a form', 'https://js.hsforms.net/forms/v2.js'],
    ['an embedded post', 'https://platform.twitter.com/widgets.js'],
    ['a picture of a post', 'https://pbs.twimg.com/media/abc.jpg'],
    ['a like button', 'https://www.facebook.com/plugins/like.php'],
    ['comments', 'https://c.disquscdn.com/embed.js'],
    ['an avatar', 'https://www.gravatar.com/avatar/0'],
    ['reviews', 'https://widget.trustpilot.com/bootstrap/v5/tp.widget.bootstrap.min.js'],
    ['product pictures', 'https://cdn.media.amplience.net/i/shop/1'],
    ['pictures of a portal', 'https://s.yimg.com/ny/api/res/1.jpg'],
    ['a host of many', 'https://d111111abcdef8.cloudfront.net/app.js'],
    ['a site of a domain that is sold in parts', 'https://shop.net.pl/a.js'],
    ['a payment', 'https://js.stripe.com/v3/'],
    ['an interface called collect', 'https://api.example.org/collect?id=1'],
    ['a page of its own', 'https://static.news.example.com/app.js'],
    ['data', 'data:text/javascript,1'],
    ['nothing', 'no address'],
  ]) {
    it(`nothing against ${what}`, () => expect(onNews.categoryOf(url as string)).to.equal(null))
  }
})

describe('request classifier on a page of a listed company', () => {
  it('allows first-party hosts, including domains of the same entity', () => {
    const judge = makeRequestClassifier('https://www.taboola.com/')
    expect(judge.categoryOf('https://cdn.taboola.com/own.js')).to.equal(null)
    expect(judge.categoryOf('https://images.taboolasyndication.com/logo.png')).to.equal(null)
    expect(judge.categoryOf('https://cdn.outbrain.com/other.js')).to.equal('ad')
  })

  it('uses the current URL of the page', () => {
    const judge = makeRequestClassifier('https://short.example.com/')
    expect(judge.categoryOf('https://cdn.taboola.com/own.js')).to.equal('ad')
    judge.setPageUrl('https://www.taboola.com/')
    expect(judge.categoryOf('https://cdn.taboola.com/own.js')).to.equal(null)
  })

  it('allows the page itself, even when its path matches a rule', () => {
    const judge = makeRequestClassifier('http://stats.example.org/piwik.php#top')
    expect(judge.categoryOf('http://stats.example.org/piwik.php')).to.equal(null)
    expect(judge.categoryOf('http://stats.example.org/piwik.php?idsite=1')).to.equal('analytics')
    judge.setPageUrl('http://stats.example.org/')
    expect(judge.categoryOf('http://stats.example.org/piwik.php')).to.equal('analytics')
  })

  it('treats other customers of a hosting provider as other sites', () => {
    const judge = makeRequestClassifier('https://d2hlpp31teaww3.cloudfront.net/')
    expect(judge.categoryOf('https://d3cxv97fi8q177.cloudfront.net/a.js')).to.equal('ad')
  })
})
