import { expect } from 'chai'
import { detectChallenge, hidesPage } from '#shared/web/html/bot-challenge.ts'

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

describe('whether such a page hides what people see', () => {
  for (const [kind, status, expected] of [
    ['challenge', 503, true],
    ['captcha', 403, true],
    ['denied', 200, true],
    ['refused', 503, false],
    ['denied', 403, false],
    [null, 500, false],
    ['challenge', null, true],
  ] as const)
    it(`${kind} with ${status}: ${expected}`, () => expect(hidesPage(kind, status)).to.equal(expected))
})
