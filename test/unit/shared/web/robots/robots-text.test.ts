import { expect } from 'chai'
import { matchRobots } from '#shared/web/robots/match-robots.ts'
import { robotsText } from '#shared/web/robots/robots-text.ts'
import { parseRobotsTxt } from '#shared/web/robots/robots-txt.ts'

const octets = (text: string) => Buffer.from(text, 'latin1')
const isAllowed = (file: Buffer, path: string) =>
  matchRobots(parseRobotsTxt(file), 'googlebot', `https://www.example.com${path}`).allowed

describe('the text of a robots.txt', () => {
  it('is UTF-8 as received', () => {
    const text = '\ufeffUser-agent: *\r\nDisallow: /größe/ツ/😀\r\n'
    expect(robotsText(Buffer.from(text))).to.equal(text)
  })

  const group = 'User-agent: *\nDisallow: /a\n'
  for (const [what, file] of [
    ['a byte order mark', `\xEF\xBB\xBF${group}`],
    ['two octets of a byte order mark (Google, robots.txt parser)', `\xEF\xBB${group}`],
    ['one octet of a byte order mark', `\xEF${group}`],
    ['other octets in place of one', `\xEF\x11\xBF\n${group}`],
    ['a byte order mark of UTF-16', `\xFF\xFE\n${group}`],
    ['a path in ISO 8859-1 (RFC 9309, 2.2.2)', `${group}Disallow: /gr\xF6\xDFe\n`],
    ['a path in ISO 8859-1 and another in UTF-8', `${group}Disallow: /gr\xF6\xDFe\nDisallow: /\xC3\xA4\n`],
    ['octets of a surrogate and beyond Unicode', `${group}Disallow: /\xED\xA0\x80\xF4\x90\x80\x80\n`],
  ] as const) {
    it(`decides like its octets: ${what}`, () => {
      const text = robotsText(octets(file))
      for (const path of ['/a', '/b', '/gr%F6%DFe', '/gr%C3%B6%C3%9Fe', '/%C3%A4', '/%ED%A0%80%F4%90%80%80'])
        expect(isAllowed(Buffer.from(text), path), path).to.equal(isAllowed(octets(file), path))
      expect(isAllowed(Buffer.from(text), '/a')).to.equal(false)
    })
  }
})
