import type { Example } from '../example.ts'

/** Frameworks, libraries, styles, fonts: what the page loads and how it is marked. */
export const frontEnd: readonly Example[] = [
  {
    shows: ['Next.js', 'React'],
    html: '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script>',
  },
  { shows: ['Next.js', 'React'], html: '<script>(self.__next_f=self.__next_f||[]).push([0])</script>' },
  { shows: ['Next.js', 'React'], html: '<img src="/_next/image?url=%2Fme.png&w=640&q=75" alt="">' },
  {
    shows: ['Nuxt', 'Vue.js'],
    html: '<div id="__nuxt"></div><script type="module" src="/_nuxt/entry.0f3b.js"></script>',
  },
  { shows: ['React'], html: '<div id="root"><div data-reactroot="">Hi</div></div>' },
  {
    shows: ['React', 'unpkg'],
    html: '<script crossorigin src="https://unpkg.com/react@18/umd/react.production.min.js"></script><script crossorigin src="https://unpkg.com/react-dom@18/umd/react-dom.production.min.js"></script>',
  },
  { shows: ['Vue.js'], html: '<div id="app" data-v-app=""></div>' },
  { shows: ['unpkg', 'Vue.js'], html: '<script src="https://unpkg.com/vue@3/dist/vue.global.js"></script>' },
  { shows: ['Angular'], html: '<app-root _nghost-ng-c123 ng-version="17.1.0"></app-root>' },
  {
    shows: ['AngularJS', 'Google Hosted Libraries'],
    html: '<script src="https://ajax.googleapis.com/ajax/libs/angularjs/1.8.2/angular.min.js"></script>',
  },
  {
    shows: ['Svelte', 'SvelteKit'],
    html: '<link rel="modulepreload" href="/_app/immutable/entry/start.0f3b.js"><script>{ __sveltekit_1abc = { base: "" }; }</script>',
  },
  { shows: ['React', 'Remix'], html: '<script>window.__remixContext = {"url":"/","state":{}};</script>' },
  { shows: ['Qwik'], html: '<html q:container="paused" q:version="1.4.0" q:render="ssr">' },
  { shows: ['Solid'], html: '<script>window._$HY||(e=>{let t=e=>e})</script>' },
  {
    shows: ['Alpine.js', 'jsDelivr'],
    html: '<script defer src="https://cdn.jsdelivr.net/npm/alpinejs@3.x.x/dist/cdn.min.js"></script>',
  },
  { shows: ['htmx', 'unpkg'], html: '<script src="https://unpkg.com/htmx.org@1.9.10"></script>' },
  { shows: ['Hotwire Turbo'], html: '<turbo-frame id="messages" src="/messages"></turbo-frame>' },
  { shows: ['Ruby', 'Ruby on Rails'], html: '<meta name="csrf-param" content="authenticity_token" />' },
  {
    shows: ['Meteor', 'Node.js'],
    html: '<script>__meteor_runtime_config__ = JSON.parse(decodeURIComponent("%7B%7D"))</script>',
  },
  { shows: ['AMP'], html: '<script async src="https://cdn.ampproject.org/v0.js"></script>' },
  { shows: ['Ionic'], html: '<ion-app><ion-content></ion-content></ion-app>' },
  { shows: ['Dart', 'Flutter'], html: '<script src="flutter_bootstrap.js" async></script>' },
  {
    shows: ['jQuery', 'jQuery CDN'],
    html: '<script src="https://code.jquery.com/jquery-3.7.1.min.js"></script>',
  },
  { shows: ['jQuery', 'jQuery Migrate'], html: '<script src="/js/jquery-migrate.min.js"></script>' },
  {
    shows: ['jQuery', 'jQuery CDN', 'jQuery UI'],
    html: '<link rel="stylesheet" href="https://code.jquery.com/ui/1.13.2/themes/base/jquery-ui.css">',
  },
  {
    shows: ['Bootstrap', 'jsDelivr'],
    html: '<link href="https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/css/bootstrap.min.css" rel="stylesheet">',
  },
  { shows: ['Tailwind CSS'], html: '<script src="https://cdn.tailwindcss.com"></script>' },
  {
    shows: ['jsDelivr', 'Tailwind CSS'],
    html: '<script src="https://cdn.jsdelivr.net/npm/@tailwindcss/browser@4"></script>',
  },
  {
    shows: ['Bulma', 'jsDelivr'],
    html: '<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/bulma@0.9.4/css/bulma.min.css">',
  },
  {
    shows: ['jsDelivr', 'Shoelace'],
    html: '<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/@shoelace-style/shoelace@2.12.0/cdn/themes/light.css" />',
  },
  {
    shows: ['cdnjs', 'Lodash'],
    html: '<script src="https://cdnjs.cloudflare.com/ajax/libs/lodash.js/4.17.21/lodash.min.js"></script>',
  },
  {
    shows: ['cdnjs', 'Moment.js'],
    html: '<script src="https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.29.4/moment.min.js"></script>',
  },
  { shows: ['D3'], html: '<script src="https://d3js.org/d3.v7.min.js"></script>' },
  { shows: ['Chart.js', 'jsDelivr'], html: '<script src="https://cdn.jsdelivr.net/npm/chart.js"></script>' },
  { shows: ['ECharts'], html: '<script src="/js/echarts.min.js"></script>' },
  {
    shows: ['jsDelivr', 'Swiper'],
    html: '<script src="https://cdn.jsdelivr.net/npm/swiper@11/swiper-bundle.min.js"></script>',
  },
  {
    shows: ['jsDelivr', 'Three.js'],
    html: '<script type="module" src="https://cdn.jsdelivr.net/npm/three@0.160.0/build/three.module.js"></script>',
  },
  {
    shows: ['cdnjs', 'GSAP'],
    html: '<script src="https://cdnjs.cloudflare.com/ajax/libs/gsap/3.12.5/gsap.min.js"></script>',
  },
  {
    shows: ['jsDelivr', 'MathJax'],
    html: '<script id="MathJax-script" async src="https://cdn.jsdelivr.net/npm/mathjax@3/es5/tex-mml-chtml.js"></script>',
  },
  {
    shows: ['core-js', 'jsDelivr'],
    html: '<script src="https://cdn.jsdelivr.net/npm/core-js-bundle@3.35.0/minified.js"></script>',
  },
  {
    shows: ['Lottie', 'unpkg'],
    html: '<script src="https://unpkg.com/@lottiefiles/lottie-player@latest/dist/lottie-player.js"></script><lottie-player src="a.json"></lottie-player>',
  },
  {
    shows: ['Leaflet', 'unpkg'],
    html: '<link rel="stylesheet" href="https://unpkg.com/leaflet@1.9.4/dist/leaflet.css" />',
  },
  {
    shows: ['Google Fonts'],
    html: '<link rel="preconnect" href="https://fonts.gstatic.com" crossorigin><link href="https://fonts.googleapis.com/css2?family=Roboto&display=swap" rel="stylesheet">',
  },
  {
    shows: ['Material Icons'],
    html: '<link href="https://fonts.googleapis.com/icon?family=Material+Icons" rel="stylesheet">',
  },
  {
    shows: ['Font Awesome'],
    html: '<script src="https://kit.fontawesome.com/0f3b1c2d3e.js" crossorigin="anonymous"></script>',
  },
  { shows: ['Adobe Fonts'], html: '<link rel="stylesheet" href="https://use.typekit.net/abc1def.css">' },
  {
    shows: ['Iconfont'],
    html: '<link rel="stylesheet" href="//at.alicdn.com/t/c/font_8d5l8fzk5b87iudi.css">',
  },
  {
    shows: ['MORISAWA TypeSquare'],
    html: '<script src="//typesquare.com/3/tsst/script/ja/typesquare.js?0f3b" charset="utf-8"></script>',
  },
  { shows: ['Partytown'], html: '<script type="text/partytown" src="/a.js"></script>' },
  {
    shows: ['Vite'],
    html: '<script nomodule crossorigin id="vite-legacy-entry" data-src="/assets/index-legacy-0f3b.js"></script>',
  },
  {
    shows: ['Alpine.js', 'Laravel', 'Livewire', 'PHP'],
    html: '<script src="/livewire/livewire.min.js?id=239a5c52" data-csrf="x" data-update-uri="/livewire/update"></script>',
  },
  { shows: ['ASP.NET', 'Blazor'], html: '<script src="_framework/blazor.web.js"></script>' },
  {
    shows: ['ASP.NET'],
    html: '<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEPDwUKLTE=" />',
  },
  {
    shows: ['Java', 'JavaServer Faces', 'PrimeFaces'],
    html: '<script src="/app/javax.faces.resource/primefaces/core.js.xhtml"></script>',
  },
]
