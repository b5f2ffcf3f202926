import { onCdns, packageFiles } from '../package-files.ts'
import type { Signature } from '../signature.ts'

/** Style and component frameworks. */
export const uiFrameworks: readonly Signature[] = [
  { name: 'Animate.css', link: ['/animate.min.css', '/animate.css', ...onCdns('animate.css')] },
  { name: 'Ant Design', address: [...packageFiles('antd'), '/antd.min.css'], implies: ['React'] },
  { name: 'Blueprint', address: onCdns('@blueprintjs/core'), implies: ['React'] },
  {
    name: 'Bootstrap',
    address: [
      '/bootstrap.min.js',
      ...onCdns('bootstrap', 'twitter-bootstrap'),
      '/ajax/libs/bootstrap/',
      '/bootstrap.css',
      '/bootstrap.min.css',
      '/bootstrap.bundle.js',
      '/bootstrap.bundle.min.js',
      '/bootstrap-responsive.css',
      '/bootstrap-responsive.min.css',
      '/bootstrap-theme.min.css',
      '/bootstrap-grid.min.css',
      '/bootstrap-reboot.min.css',
      'bootstrapcdn.com/bootstrap/',
      'bootstrapcdn.com/twitter-bootstrap/',
    ],
  },
  {
    name: 'Bootstrap Table',
    address: [...onCdns('bootstrap-table'), '/bootstrap-table.min.js', '/bootstrap-table.min.css'],
    implies: ['Bootstrap'],
  },
  {
    name: 'Bootswatch',
    link: ['bootstrapcdn.com/bootswatch/', ...onCdns('bootswatch')],
    implies: ['Bootstrap'],
  },
  { name: 'Bulma', link: ['/bulma.css', '/bulma.min.css', ...onCdns('bulma')] },
  { name: 'Carbon Design System', address: ['1.www.s81c.com/common/carbon', ...onCdns('carbon-components')] },
  { name: 'Clarity', address: onCdns('@clr/ui') },
  { name: 'daisyUI', address: onCdns('daisyui'), implies: ['Tailwind CSS'] },
  { name: 'Element Plus', address: onCdns('element-plus'), implies: ['Vue.js'] },
  { name: 'Element UI', address: onCdns('element-ui'), implies: ['Vue.js'] },
  { name: 'Emotion', meta: [['emotion-insertion-point']] },
  {
    name: 'Flowbite',
    address: [...packageFiles('flowbite'), '/flowbite.min.css'],
    implies: ['Tailwind CSS'],
  },
  {
    name: 'Fluent UI',
    address: [
      'static2.sharepointonline.com/files/fabric/office-ui-fabric-',
      ...onCdns('@fluentui/web-components'),
    ],
  },
  { name: 'Fomantic-UI', address: onCdns('fomantic-ui') },
  {
    name: 'Foundation',
    address: [
      ...onCdns('foundation-sites', 'foundation'),
      '/foundation.min.js',
      '/foundation.min.css',
      '/foundation.css',
    ],
  },
  {
    name: 'Framework7',
    address: ['/framework7-bundle.min.js', '/framework7-bundle.min.css', ...onCdns('framework7')],
  },
  {
    name: 'GOV.UK Frontend',
    address: ['/govuk-frontend.min.js', '/govuk-frontend.min.css', '/govuk-frontend-'],
  },
  {
    name: 'Kendo UI',
    address: ['kendo.cdn.telerik.com', 'cdn.kendostatic.com', '/kendo.all.min.js', '/kendo.web.min.js'],
    implies: ['jQuery'],
  },
  { name: 'Layui', address: [...onCdns('layui'), '/layui.js', '/layui.all.js', '/layui.css'] },
  { name: 'Material Components', address: onCdns('material-components-web') },
  { name: 'Material Design Lite', address: ['code.getmdl.io', '/material.indigo-pink.min.css'] },
  {
    name: 'Materialize',
    address: [
      '/materialize.min.js',
      '/materialize.min.css',
      '/materialize.css',
      ...onCdns('materialize-css', 'materialize'),
    ],
  },
  {
    name: 'MDBootstrap',
    address: ['/mdb.min.js', '/mdb.min.css', ...onCdns('mdb-ui-kit', 'mdb-ui-kit')],
    implies: ['Bootstrap'],
  },
  { name: 'Milligram', link: ['/milligram.min.css', ...onCdns('milligram')] },
  { name: 'MUI', address: onCdns('@mui/material'), implies: ['React'] },
  {
    name: 'normalize.css',
    link: ['/normalize.css', '/normalize.min.css', ...onCdns('normalize.css', 'normalize')],
  },
  { name: 'Pico CSS', link: ['/pico.min.css', '/pico.classless.min.css', ...onCdns('@picocss/pico')] },
  { name: 'PrimeVue', address: onCdns('primevue'), implies: ['Vue.js'] },
  { name: 'Pure CSS', link: ['yui.yahooapis.com/pure/', '/pure-min.css', ...onCdns('purecss')] },
  {
    name: 'Semantic UI',
    address: ['/semantic.min.js', '/semantic.min.css', ...onCdns('semantic-ui', 'semantic-ui')],
  },
  {
    name: 'Shoelace',
    address: [...onCdns('@shoelace-style/shoelace')],
    marker: ['tag:sl-button', 'tag:sl-icon', 'tag:sl-dialog', 'tag:sl-dropdown'],
  },
  { name: 'Skeleton', link: onCdns('skeleton-css', 'skeleton') },
  { name: 'Spectre.css', link: ['/spectre.min.css', ...onCdns('spectre.css')] },
  {
    name: 'Tabler',
    address: ['/tabler.min.css', '/tabler.min.js', ...onCdns('@tabler/core')],
    implies: ['Bootstrap'],
  },
  {
    name: 'Tailwind CSS',
    address: [
      'cdn.tailwindcss.com',
      '/tailwind.css',
      '/tailwind.min.css',
      '/npm/@tailwindcss/browser',
      'unpkg.com/@tailwindcss/browser',
      ...onCdns('tailwindcss'),
    ],
    marker: ['type:text/tailwindcss'],
    inline: ['tailwind.config ='],
  },
  { name: 'UIkit', address: ['/uikit.min.js', '/uikit.min.css', '/uikit-icons.min.js', ...onCdns('uikit')] },
  {
    name: 'US Web Design System',
    address: ['/uswds.min.js', '/uswds.min.css', '/uswds-init.min.js', ...onCdns('@uswds/uswds', 'uswds')],
  },
  { name: 'Vant', address: onCdns('vant'), implies: ['Vue.js'] },
  {
    name: 'Vuetify',
    address: [...onCdns('vuetify'), '/vuetify.min.css', '/vuetify.min.js'],
    implies: ['Vue.js'],
  },
  { name: 'W3.CSS', link: ['www.w3schools.com/w3css/', '/w3.css'] },
  { name: 'WeUI', link: ['res.wx.qq.com/open/libs/weui/', ...onCdns('weui')] },
  { name: 'YAML CSS', link: ['/yaml/core/base.min.css', '/yaml/core/base.css'] },
]
