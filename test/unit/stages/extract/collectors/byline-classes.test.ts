import { expect } from 'chai'
import { kindOfClass } from '#stages/extract/collectors/byline-classes.ts'

describe('class names of bylines', () => {
  const kinds: readonly (readonly [classes: string, kind: string | null])[] = [
    ['author', 'class'],
    ['entry-author', 'class'],
    ['post__byline', 'class'],
    ['posted-by', 'class'],
    ['articleAuthor', 'class'],
    ['c-author c-author--large', 'class'],
    ['author-name', 'class-name'],
    ['card__authorName', 'class-name'],
    ['author_fn', 'class-name'],
    ['author-bio', null],
    ['author-avatar', null],
    ['authorized', null],
    ['comment-author', null],
    ['comment', 'comments'],
    ['comment-list', 'comments'],
    ['headline', null],
  ]
  for (const [classes, kind] of kinds)
    it(`${classes}: ${kind}`, () => expect(kindOfClass(classes)).to.equal(kind))
})
