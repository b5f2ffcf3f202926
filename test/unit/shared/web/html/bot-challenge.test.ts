import { expect } from 'chai'
import { detectChallenge } from '#shared/web/html/bot-challenge.ts'

describe('detectChallenge', () => {
  const cases: readonly (readonly [title: string | null, status: number | null, why: string | null])[] = [
    ['Just a moment...', 200, 'challenge'],
    ['Attention Required! | Cloudflare', 403, 'challenge'],
    ['Access Denied', 200, 'denied'],
    ['Are you a robot?', null, 'captcha'],
    ['A page', 403, 'refused'],
    [null, 429, 'refused'],
    ['A page', 200, null],
    ['Not found', 404, null],
    ['Why I was just a moment late', 200, null],
    [null, null, null],
  ]
  for (const [title, status, why] of cases) {
    it(`${title} with ${status} is ${why ?? 'none'}`, () => {
      expect(detectChallenge(title, status)).to.equal(why)
    })
  }
})
