import { expect } from 'chai'
import { saysNotFound } from '#stages/score/audit/rules/technical/status/not-found-words.ts'

describe('words of pages that stand for nothing', () => {
  for (const text of [
    '404 Not Found',
    'Error 404',
    '404',
    'Page not found – Shop',
    'This page does not exist',
    'The page could not be found',
    'The page you are looking for can’t be found',
    "Product isn't found",
    'Page introuvable',
    'Página não encontrada',
    '页面不存在',
  ])
    it(`are: ${text}`, () => {
      expect(saysNotFound(text)).to.equal(true)
    })

  for (const text of [
    'Room 404',
    'Peugeot 404',
    'Found in translation',
    'Lost and found',
    'Nothing exists but you',
  ])
    it(`are not: ${text}`, () => {
      expect(saysNotFound(text)).to.equal(false)
    })
})
