/** URL patterns of a platform's profiles. */
export interface Platform {
  readonly name: string
  /** Hosts; `www.`, `m.`, `mobile.` or a country label may stand before them. */
  readonly hosts: readonly string[]
  /** Path of a profile without the first slash; the first group that matches is the handle. */
  readonly profile: RegExp
  /** First path segments that are no profiles, separated by spaces. */
  readonly reserved?: string
}

const plain = /^@?([\w.-]{1,64})\/?$/
const deep = /^@?([\w.-]{1,64})(?:\/|$)/

/** Matched in this order. `reserved` are pages of the platform itself, share buttons among them. */
export const platforms: readonly Platform[] = [
  {
    name: 'twitter',
    hosts: ['twitter.com', 'x.com'],
    profile: /^(?:#!\/)?@?(\w{1,20})(?:\/|$)/,
    reserved:
      'intent share home search hashtag i login signup explore settings tos privacy about compose oauth widgets statuses account',
  },
  {
    name: 'facebook',
    hosts: ['facebook.com', 'fb.com', 'fb.me', 'web.facebook.com'],
    profile:
      /^(?:pages\/(?:category\/[^/]+\/)?[^/]+[-/](\d+)|people\/[^/]+\/(\d+)|pg\/([\w.-]+)|([\w.-]{2,80}))(?:\/|$)/,
    reserved:
      'sharer sharer.php share share.php dialog plugins tr groups events login login.php home.php hashtag policies policy.php privacy help watch video photo photo.php permalink.php story.php l.php pages people public business marketplace gaming legal terms.php settings ads about search recover reel',
  },
  {
    name: 'instagram',
    hosts: ['instagram.com', 'instagr.am'],
    profile: deep,
    reserved: 'p reel reels tv explore stories accounts about legal developer web share s direct',
  },
  {
    name: 'linkedin',
    hosts: ['linkedin.com'],
    profile: /^(?:company|in|school|showcase|organization)\/([^/]{1,100})(?:\/|$)/,
  },
  {
    name: 'youtube',
    hosts: ['youtube.com', 'gaming.youtube.com'],
    profile: /^(?:@([^/]{1,100})|(?:c|user|channel)\/([^/]{1,100})|([\w-]{3,100})\/?$)/,
    reserved:
      'watch embed playlist results feed shorts live redirect about account login signin t premium howyoutubeworks creators ads oembed iframe_api hashtag channel c user upload',
  },
  { name: 'tiktok', hosts: ['tiktok.com'], profile: /^@([\w.-]{1,64})\/?$/ },
  {
    name: 'github',
    hosts: ['github.com'],
    profile: deep,
    reserved:
      'about features pricing login join orgs topics collections sponsors marketplace explore trending search settings contact security site enterprise customer-stories apps readme events nonprofit team blog issues pulls notifications new',
  },
  { name: 'bluesky', hosts: ['bsky.app'], profile: /^profile\/([\w.:-]{1,253})\/?$/ },
  { name: 'threads', hosts: ['threads.net', 'threads.com'], profile: /^@([\w.-]{1,64})\/?$/ },
  {
    name: 'pinterest',
    hosts: [
      'pinterest.com',
      'pinterest.de',
      'pinterest.co.uk',
      'pinterest.fr',
      'pinterest.es',
      'pinterest.it',
      'pinterest.ca',
      'pinterest.at',
      'pinterest.ch',
      'pinterest.com.au',
    ],
    profile: deep,
    reserved: 'pin search ideas explore login about business categories today settings _ help join',
  },
  { name: 'reddit', hosts: ['reddit.com', 'old.reddit.com'], profile: /^(?:r|u|user)\/([\w-]{2,50})\/?$/ },
  {
    name: 'telegram',
    hosts: ['t.me', 'telegram.me'],
    profile: /^(?:s\/)?([a-z]\w{0,63})\/?$/i,
    reserved: 'share joinchat addstickers proxy socks iv login addlist setlanguage',
  },
  { name: 'whatsapp', hosts: ['wa.me'], profile: /^\+?(\d{6,15})\/?$/ },
  { name: 'whatsapp', hosts: ['whatsapp.com'], profile: /^channel\/([\w-]{5,64})\/?$/ },
  { name: 'discord', hosts: ['discord.gg'], profile: plain },
  { name: 'discord', hosts: ['discord.com', 'discordapp.com'], profile: /^invite\/([\w-]{2,64})\/?$/ },
  {
    name: 'twitch',
    hosts: ['twitch.tv'],
    profile: plain,
    reserved: 'directory p videos downloads jobs turbo prime login settings',
  },
  { name: 'snapchat', hosts: ['snapchat.com'], profile: /^add\/([\w.-]{3,32})\/?$/ },
  {
    name: 'vimeo',
    hosts: ['vimeo.com'],
    profile: /^([a-z][\w-]{2,64})\/?$/i,
    reserved:
      'watch features upload join log_in login about blog help categories channels groups ondemand stock create',
  },
  { name: 'medium', hosts: ['medium.com'], profile: /^@([\w.-]{1,64})\/?$/ },
  {
    name: 'xing',
    hosts: ['xing.com'],
    profile: /^(?:profile|companies|pages|company)\/([\w-]{2,80})(?:\/|$)/,
  },
  {
    name: 'tumblr',
    hosts: ['tumblr.com'],
    profile: /^(?:blog\/(?:view\/)?)?@?([\w-]{2,64})\/?$/,
    reserved: 'share login register dashboard explore tagged search policy about',
  },
  {
    name: 'soundcloud',
    hosts: ['soundcloud.com'],
    profile: plain,
    reserved: 'discover stream you search upload charts pages',
  },
  {
    name: 'patreon',
    hosts: ['patreon.com'],
    profile: /^(?:c\/)?([\w-]{2,64})\/?$/,
    reserved: 'login signup explore policy about posts home join create',
  },
  {
    name: 'gitlab',
    hosts: ['gitlab.com'],
    profile: plain,
    reserved: 'users explore help dashboard search',
  },
  { name: 'flickr', hosts: ['flickr.com'], profile: /^(?:photos|people)\/([\w@-]{2,64})\/?$/ },
  {
    name: 'vk',
    hosts: ['vk.com'],
    profile: plain,
    reserved: 'share.php login feed search video wall',
  },
]
