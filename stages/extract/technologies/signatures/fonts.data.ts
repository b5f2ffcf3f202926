import { onCdns } from '../package-files.ts'
import type { Signature } from '../signature.ts'

/** Web fonts and icon sets. */
export const fonts: readonly Signature[] = [
  { name: 'Adobe Fonts', address: ['use.typekit.net', 'use.typekit.com', 'p.typekit.net'] },
  {
    name: 'Bootstrap Icons',
    link: ['/bootstrap-icons.css', '/bootstrap-icons.min.css', ...onCdns('bootstrap-icons')],
  },
  { name: 'Boxicons', address: ['/boxicons.min.css', ...onCdns('boxicons')] },
  { name: 'Bunny Fonts', link: ['fonts.bunny.net'] },
  { name: 'cdnfonts', link: ['fonts.cdnfonts.com'] },
  { name: 'Cloud.typography', link: ['cloud.typography.com'] },
  { name: 'Dashicons', link: ['/dashicons.min.css'], implies: ['WordPress'] },
  { name: 'Feather', script: [...onCdns('feather-icons'), '/feather.min.js'] },
  { name: 'Flaticon', link: ['cdn-uicons.flaticon.com', '/flaticon.css'] },
  {
    name: 'Font Awesome',
    address: [
      'use.fontawesome.com',
      'kit.fontawesome.com',
      'pro.fontawesome.com',
      'ka-f.fontawesome.com',
      '/font-awesome.min.css',
      '/font-awesome.css',
      '/fontawesome.min.css',
      '/fontawesome-all.min.css',
      '/fontawesome/css/all.min.css',
      'bootstrapcdn.com/font-awesome/',
      '/npm/@fortawesome/',
      '/ajax/libs/font-awesome/',
      '/fa-solid-900.woff2',
      '/fontawesome-webfont.woff2',
    ],
  },
  { name: 'FONTPLUS', script: ['webfont.fontplus.jp'] },
  { name: 'Fonts.com', address: ['fast.fonts.net', 'fast.fonts.com'] },
  { name: 'Fontshare', link: ['api.fontshare.com'] },
  { name: 'Glyphicons', link: ['/glyphicons-halflings-regular.woff2', '/glyphicons.css'] },
  {
    name: 'Google Fonts',
    address: ['fonts.googleapis.com/css', 'fonts.googleapis.com/css2', 'fonts.gstatic.com'],
  },
  { name: 'Hugeicons', link: ['cdn.hugeicons.com', 'use.hugeicons.com'] },
  { name: 'Iconfont', address: ['at.alicdn.com/t/'] },
  {
    name: 'Iconify',
    script: ['code.iconify.design', ...onCdns('iconify-icon')],
    marker: ['tag:iconify-icon'],
  },
  {
    name: 'Ionicons',
    address: [
      'code.ionicframework.com/ionicons/',
      'unpkg.com/ionicons',
      '/npm/ionicons',
      '/ionicons.min.css',
    ],
    marker: ['tag:ion-icon'],
  },
  { name: 'Line Awesome', link: ['/line-awesome.min.css', 'maxst.icons8.com'] },
  { name: 'Lucide', script: onCdns('lucide') },
  {
    name: 'Material Design Icons',
    link: ['/materialdesignicons.min.css', 'cdn.materialdesignicons.com', ...onCdns('@mdi/font')],
  },
  {
    name: 'Material Icons',
    link: [
      'fonts.googleapis.com/icon?family=material',
      'fonts.googleapis.com/css2?family=material+symbols',
      'fonts.googleapis.com/css2?family=material+icons',
      '/material-icons.css',
    ],
  },
  { name: 'Monotype Fonts', address: ['mtbimg.myfonts.net', 'hello.myfonts.net'] },
  { name: 'MORISAWA TypeSquare', script: ['typesquare.com'] },
  { name: 'Noun Project', image: ['static.thenounproject.com'] },
  {
    name: 'Phosphor Icons',
    address: ['unpkg.com/@phosphor-icons/', '/npm/@phosphor-icons/', 'unpkg.com/phosphor-icons'],
  },
  { name: 'Remix Icon', link: ['/remixicon.css', ...onCdns('remixicon')] },
  { name: 'Themify Icons', link: ['/themify-icons.css'] },
  { name: 'Type Network', link: ['cloud.typenetwork.com'] },
  {
    name: 'Web Font Loader',
    script: ['/ajax/libs/webfont/', '/webfontloader.js', ...onCdns('webfontloader')],
  },
  { name: 'Webtype', link: ['cloud.webtype.com'] },
]
