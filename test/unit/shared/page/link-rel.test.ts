import { expect } from 'chai'
import { isNotFollowed } from '#shared/page/link-rel.ts'

describe('rel of a link', () => {
  for (const rel of ['nofollow', 'noopener ugc', 'sponsored\tnoreferrer', 'noopener,nofollow', ' nofollow ,'])
    it(`asks not to follow: ${JSON.stringify(rel)}`, () => expect(isNotFollowed(rel)).to.equal(true))

  for (const rel of ['', 'noopener noreferrer', 'dofollow', 'nofollow-x', 'no follow', 'external'])
    it(`does not: ${JSON.stringify(rel)}`, () => expect(isNotFollowed(rel)).to.equal(false))
})
