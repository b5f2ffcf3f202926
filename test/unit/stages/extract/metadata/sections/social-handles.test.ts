import { expect } from 'chai'
import { profileOf } from '#stages/extract/metadata/sections/social-handles.ts'
import { metadataFor } from '../../pages.ts'

const profiles: readonly (readonly [url: string, platform: string | null, handle?: string])[] = [
  ['https://x.com/a', 'twitter', 'a'],
  ['https://twitter.com/@A?lang=en', 'twitter', 'a'],
  ['https://mobile.twitter.com/Jane_Doe/', 'twitter', 'jane_doe'],
  ['https://twitter.com/intent/tweet?text=x', null],
  ['https://twitter.com/share?url=x', null],
  ['https://twitter.com/search?q=x', null],
  ['https://twitter.com/', null],
  ['https://www.facebook.com/profile.php?id=1', 'facebook', '1'],
  ['https://www.facebook.com/profile.php', null],
  ['https://www.facebook.com/Some.Page/', 'facebook', 'some.page'],
  ['https://facebook.com/sharer/sharer.php?u=x', null],
  ['https://www.facebook.com/sharer.php?u=x', null],
  ['https://www.facebook.com/dialog/share', null],
  ['https://www.facebook.com/pages/Acme/123456', 'facebook', '123456'],
  ['https://www.youtube.com/@Handle', 'youtube', 'handle'],
  ['https://www.youtube.com/c/Name', 'youtube', 'name'],
  ['https://youtube.com/channel/UCabc', 'youtube', 'ucabc'],
  ['https://www.youtube.com/watch?v=x', null],
  ['https://www.youtube.com/embed/x', null],
  ['https://www.linkedin.com/company/x', 'linkedin', 'x'],
  ['https://de.linkedin.com/in/x', 'linkedin', 'x'],
  ['https://www.linkedin.com/in/Jane-Doe/', 'linkedin', 'jane-doe'],
  ['https://www.linkedin.com/shareArticle?url=x', null],
  ['https://www.instagram.com/p/ID/', null],
  ['https://instagram.com/Some.One/', 'instagram', 'some.one'],
  ['https://t.me/s/x', 'telegram', 'x'],
  ['https://t.me/s/channel', 'telegram', 'channel'],
  ['https://t.me/share/url?url=x', null],
  ['https://github.com/Acme/tool', 'github', 'acme'],
  ['https://github.com/features', null],
  ['https://bsky.app/profile/jane.example.com', 'bluesky', 'jane.example.com'],
  ['https://www.threads.net/@jane', 'threads', 'jane'],
  ['https://www.tiktok.com/@jane', 'tiktok', 'jane'],
  ['https://www.tiktok.com/@jane/video/1', null],
  ['https://www.pinterest.com/pin/create/button/', null],
  ['https://www.pinterest.com/acme/', 'pinterest', 'acme'],
  ['https://www.reddit.com/r/node', 'reddit', 'node'],
  ['https://www.reddit.com/submit?url=x', null],
  ['https://wa.me/?text=x', null],
  ['https://wa.me/491234567890', 'whatsapp', '491234567890'],
  ['https://discord.gg/AbC', 'discord', 'abc'],
  ['https://www.twitch.tv/acme', 'twitch', 'acme'],
  ['https://vimeo.com/123456', null],
  ['https://vimeo.com/acme', 'vimeo', 'acme'],
  ['https://medium.com/@jane', 'medium', 'jane'],
  ['https://nottwitter.com/a', null],
  ['https://twitter.com.evil.org/a', null],
]

describe('social handles', () => {
  for (const [url, platform, handle] of profiles)
    it(`${url} → ${platform ?? 'none'}`, () =>
      expect(profileOf(new URL(url))).to.deep.equal(platform === null ? null : { platform, handle }))

  const handles = (html: string) => metadataFor(html, { groups: ['tier3'] }).social_handles

  it('twitter:site before any link', () => {
    const html =
      '<meta name=twitter:site content="@Site"><footer><a href="https://x.com/other">x</a></footer>'
    expect(handles(html)).to.deep.equal({ twitter: 'site' })
  })

  it('rel=me before sameAs before the frame of the page before its text', () => {
    const text = '<body><p><a href="https://x.com/quoted">q</a></p>'
    const frame = '<footer><a href="//twitter.com/Footer">f</a></footer>'
    const sameAs =
      '<script type=application/ld+json>{"@type":"Organization","sameAs":["https://twitter.com/Same"]}</script>'
    const me = '<a rel="me nofollow" href="https://twitter.com/Me">m</a>'
    expect(handles(text)).to.deep.equal({ twitter: 'quoted' })
    expect(handles(text + frame)).to.deep.equal({ twitter: 'footer' })
    expect(handles(text + frame + sameAs)).to.deep.equal({ twitter: 'same' })
    expect(handles(text + frame + sameAs + me)).to.deep.equal({ twitter: 'me' })
  })

  it('mastodon by rel=me on any host, without it only on hosts known for it', () => {
    expect(handles('<link rel=me href="https://social.example.org/@Jane">')).to.deep.equal({
      mastodon: 'jane',
    })
    expect(handles('<a href="https://social.example.org/@Jane">x</a>')).to.deep.equal({})
    expect(handles('<a href="https://mastodon.social/@Jane">x</a>')).to.deep.equal({ mastodon: 'jane' })
  })

  it('nothing on a page without', () => expect(handles('<a href="/twitter.com/a">x</a>')).to.deep.equal({}))
})
