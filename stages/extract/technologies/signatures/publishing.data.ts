import type { Signature } from '../signature.ts'

/** Blog hosts, newsletters, subscriptions and tools of publishers. */
export const publishing: readonly Signature[] = [
  { name: 'Ameba', address: ['stat100.ameba.jp', 'stat.ameba.jp'], site: ['ameblo.jp'] },
  {
    name: 'Arc XP',
    address: ['/pf/dist/engine/', '/pf/dist/components/'],
    image: ['cloudfront-us-east-1.images.arcpublishing.com'],
    implies: ['React'],
  },
  {
    name: 'beehiiv',
    address: ['beehiiv-images-production.s3.amazonaws.com', 'embeds.beehiiv.com'],
    site: ['beehiiv.com'],
  },
  {
    name: 'Blogger',
    generator: ['blogger'],
    address: ['www.blogger.com/static/', 'www.blogger.com/dyn-css/'],
    site: ['blogspot.com'],
  },
  {
    name: 'Brightspot',
    header: [['x-powered-by', 'brightspot']],
    generator: ['brightspot'],
    meta: [['brightspot.contentid'], ['brightspot.cached']],
    implies: ['Java'],
  },
  {
    name: 'Buttondown',
    site: ['buttondown.com', 'buttondown.email'],
    frame: ['buttondown.com', 'buttondown.email'],
  },
  { name: 'CoreMedia', generator: ['coremedia'], implies: ['Java'] },
  { name: 'FC2 Blog', address: ['blog-imgs-1.fc2.com', 'static.fc2.com/share/blog'], site: ['blog.fc2.com'] },
  { name: 'Hashnode', address: ['cdn.hashnode.com'], site: ['hashnode.dev'], implies: ['Next.js'] },
  {
    name: 'Hatena Blog',
    address: ['cdn.blog.st-hatena.com', 'cdn7.www.st-hatena.com'],
    site: ['hatenablog.com', 'hatenablog.jp', 'hateblo.jp'],
  },
  { name: 'Labrador CMS', generator: ['labrador cms'] },
  {
    name: 'Livedoor Blog',
    address: ['parts.blog.livedoor.jp', 'livedoor.blogimg.jp'],
    site: ['livedoor.blog', 'blog.livedoor.jp'],
  },
  { name: 'LiveJournal', address: ['l-stat.livejournal.net'], site: ['livejournal.com'] },
  { name: 'Medium', address: ['cdn-client.medium.com', 'cdn-static-1.medium.com'], site: ['medium.com'] },
  {
    name: 'Memberful',
    script: ['d35xxde4fgg0cx.cloudfront.net/assets/embedded.js'],
    address: ['memberful.com/embedded.js'],
  },
  { name: 'Memberstack', script: ['static.memberstack.com', 'api.memberstack.io/static/'] },
  {
    name: 'Naver Blog',
    address: ['blogimgs.pstatic.net', 'ssl.pstatic.net/t.static.blog/'],
    site: ['blog.naver.com'],
  },
  { name: 'note', address: ['assets.st-note.com'], site: ['note.com'] },
  { name: 'Outseta', script: ['cdn.outseta.com'] },
  { name: 'Pelcro', script: ['js.pelcro.com'] },
  {
    name: 'Piano',
    script: [
      'cdn.tinypass.com',
      'experience.tinypass.com',
      'cdn.piano.io',
      'buy.tinypass.com',
      'experience.piano.io',
      'experience-eu.piano.io',
    ],
    inline: ['tp.push(["setAid"', 'window.tp = window.tp'],
  },
  { name: 'Poool', script: ['assets.poool.fr'] },
  {
    name: 'Quintype',
    header: [['x-qt-cache']],
    image: ['media.assettype.com', 'thumbor-stg.assettype.com'],
    address: ['fea.assettype.com'],
  },
  { name: 'Seesaa Blog', address: ['blog.seesaa.jp'], site: ['seesaa.net'] },
  { name: 'Steady', script: ['steadyhq.com/widget_loader/', 'steady.page/widget_loader/'] },
  {
    name: 'Substack',
    header: [
      ['x-cluster', 'substack'],
      ['x-served-by', 'substack'],
    ],
    script: ['substackcdn.com'],
    frame: ['substack.com/embed'],
    site: ['substack.com'],
  },
  {
    name: 'Tistory',
    address: ['t1.daumcdn.net/tistory_admin/', 'tistory1.daumcdn.net'],
    site: ['tistory.com'],
  },
  {
    name: 'Tumblr',
    header: [['x-tumblr-user'], ['x-tumblr-pixel']],
    address: ['assets.tumblr.com'],
    site: ['tumblr.com'],
  },
  {
    name: 'TypePad',
    generator: ['http://www.typepad.com/', 'https://www.typepad.com/'],
    address: ['static.typepad.com'],
    site: ['typepad.com'],
  },
  { name: 'Zephr', script: ['assets.zephr.com', 'cdn.zephr.com'] },
]
