import { expect } from 'chai'
import type { Element } from 'domhandler'
import { secondsOfPart, sourceOf } from '#stages/score/audit/rules/accessibility/media/playback.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('part of a file (Media Fragments URI 1.0, 4.2.1)', () => {
  for (const [url, seconds] of [
    ['a.mp3#t=8,10', 2],
    ['a.mp3#t=,9', 9],
    ['a.mp3#t=npt:1.5,3', 1.5],
    ['a.mp3#t=10s,12s', 2],
    ['a.mp3#t=0:59,1:02', 3],
    ['a.mp3#t=1:00:00,1:00:05.5', 5.5],
    ['a.mp3#track=a&t=1,2', 1],
    ['a.mp3#t=1,2&t=1,9', 8],
    ['a.mp3#t=5', null],
    ['a.mp3#t=9,2', null],
    ['a.mp3#t=a,b', null],
    ['a.mp3#t=smpte:0:00:01,0:00:02', null],
    ['a.mp3#start', null],
    ['a.mp3?t=1,2', null],
  ] as const) {
    it(`"${url}" plays ${seconds === null ? 'until the end' : `${seconds} seconds`}`, () => {
      expect(secondsOfPart(url)).to.equal(seconds)
    })
  }
})

describe('source of a player (HTML Standard, 4.8.11.5)', () => {
  const played = (html: string) => sourceOf(auditFacts({ html }).document.byTag('video')[0] as Element)

  it('is its src, or that of its first source', () => {
    expect(played('<video src=a.mp4><source src=b.mp4></video>')).to.equal('a.mp4')
    expect(played('<video><source><source src=b.mp4><source src=c.mp4></video>')).to.equal('b.mp4')
    expect(played('<video src=""><source src=b.mp4></video>')).to.equal(null)
    expect(played('<video><p><source src=b.mp4></p></video>')).to.equal(null)
  })
})
