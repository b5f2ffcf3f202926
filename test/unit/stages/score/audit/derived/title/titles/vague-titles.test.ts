import { expect } from 'chai'
import { isVagueTitle } from '#stages/score/audit/derived/title/titles.ts'

describe('vague titles', () => {
  for (const title of [
    'Home',
    ' home. ',
    'UNTITLED',
    'Page d’accueil',
    'ホーム',
    'Create Next App',
    'Just another WordPress site',
  ])
    it(`are: ${title}`, () => {
      expect(isVagueTitle(title)).to.equal(true)
    })

  for (const title of ['Home Depot', 'Wikipedia', 'The Profile of a city', '東京', ''])
    it(`are not: ${title}`, () => {
      expect(isVagueTitle(title)).to.equal(false)
    })
})
