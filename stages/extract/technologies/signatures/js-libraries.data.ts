import { onCdns, packageFiles } from '../package-files.ts'
import type { Signature } from '../signature.ts'

/** Libraries that scripts of a page build on. */
export const jsLibraries: readonly Signature[] = [
  { name: 'axios', script: packageFiles('axios') },
  { name: 'clipboard.js', script: [...packageFiles('clipboard'), '/ajax/libs/clipboard.js/'] },
  { name: 'core-js', script: [...onCdns('core-js'), ...onCdns('core-js-bundle')] },
  { name: 'Day.js', script: [...onCdns('dayjs'), '/dayjs.min.js'] },
  { name: 'FastClick', script: packageFiles('fastclick') },
  { name: 'Hammer.js', script: [...onCdns('hammerjs', 'hammer.js'), '/hammer.min.js'] },
  {
    name: 'Handlebars',
    script: [...packageFiles('handlebars', 'handlebars.js'), '/handlebars.runtime.min.js'],
  },
  {
    name: 'Highlight.js',
    address: [
      ...onCdns('highlight.js'),
      '/highlight.pack.js',
      '/highlight.min.js',
      '/npm/@highlightjs/cdn-assets',
      '/gh/highlightjs/cdn-release@',
    ],
  },
  { name: 'Howler.js', script: packageFiles('howler') },
  {
    name: 'HTML5 Shiv',
    script: [
      ...packageFiles('html5shiv'),
      'html5shiv.googlecode.com',
      'html5shim.googlecode.com',
      '/html5shiv-printshiv.min.js',
    ],
  },
  { name: 'Immutable.js', script: packageFiles('immutable') },
  { name: 'InstantPage', script: ['instant.page', '/instantpage.js'] },
  {
    name: 'jQuery',
    script: [
      ...packageFiles('jquery'),
      '/jquery-1',
      '/jquery-2',
      '/jquery-3',
      '/jquery-4',
      '/jquery.slim.min.js',
      '/jquery-latest.min.js',
      '/jquery-latest.js',
    ],
  },
  {
    name: 'jQuery Migrate',
    script: [...packageFiles('jquery-migrate'), '/jquery-migrate-1', '/jquery-migrate-3'],
    implies: ['jQuery'],
  },
  { name: 'js-cookie', script: [...onCdns('js-cookie'), '/js.cookie.min.js', '/js.cookie.js'] },
  { name: 'KaTeX', address: [...onCdns('katex', 'katex'), '/katex.min.js', '/katex.min.css'] },
  { name: 'lazysizes', script: packageFiles('lazysizes') },
  { name: 'Lodash', script: [...packageFiles('lodash', 'lodash.js'), '/lodash.core.min.js'] },
  {
    name: 'MathJax',
    script: ['cdn.mathjax.org', '/mathjax.js', '/ajax/libs/mathjax/', '/npm/mathjax'],
    marker: ['id:MathJax-script', 'type:text/x-mathjax-config'],
  },
  {
    name: 'Modernizr',
    script: [
      ...packageFiles('modernizr'),
      '/modernizr-2',
      '/modernizr.custom.js',
      '/modernizr-custom.js',
      '/modernizr.custom.min.js',
      '/modernizr-custom.min.js',
      '/modernizr-3',
    ],
  },
  {
    name: 'Moment.js',
    script: [
      ...packageFiles('moment', 'moment.js'),
      '/moment-with-locales.min.js',
      '/moment-timezone.min.js',
      '/moment-timezone-with-data.min.js',
    ],
  },
  { name: 'Mustache', script: packageFiles('mustache', 'mustache.js') },
  { name: 'Partytown', marker: ['type:text/partytown'], script: ['/~partytown/partytown.js'] },
  { name: 'Picturefill', script: packageFiles('picturefill') },
  { name: 'Polyfill.io', script: ['polyfill.io', 'cdnjs.cloudflare.com/polyfill/', 'polyfill-fastly.io'] },
  { name: 'Prism', address: [...onCdns('prismjs', 'prism'), '/prism.js', '/prism-core.min.js'] },
  { name: 'Prototype', script: ['/prototype.js', '/ajax/libs/prototype/'] },
  { name: 'Redux', script: packageFiles('redux') },
  { name: 'RxJS', script: [...onCdns('rxjs'), '/rxjs.umd.min.js', '/rx.lite.min.js'] },
  {
    name: 'script.aculo.us',
    script: ['/scriptaculous.js', '/ajax/libs/scriptaculous/'],
    implies: ['Prototype'],
  },
  {
    name: 'Socket.IO',
    script: ['/socket.io/socket.io.js', '/socket.io.js', '/socket.io.min.js', 'cdn.socket.io'],
  },
  { name: 'SoundManager', script: ['/soundmanager2.js', '/soundmanager2-nodebug-jsmin.js'] },
  { name: 'SWFObject', script: packageFiles('swfobject') },
  { name: 'Twemoji', script: [...packageFiles('twemoji'), 'twemoji.maxcdn.com'] },
  { name: 'Underscore.js', script: packageFiles('underscore', 'underscore.js') },
  { name: 'web-vitals', script: [...onCdns('web-vitals'), '/web-vitals.iife.js'] },
  {
    name: 'Workbox',
    script: ['storage.googleapis.com/workbox-cdn/', '/workbox-sw.js', '/workbox-window.prod.umd.js'],
  },
  { name: 'Zepto', script: packageFiles('zepto') },
]
