import { expect } from 'chai'
import { pageDigests } from '#infra/tools/page-digests.ts'

/** `printf '[]' | sha256sum`: the list of rules that threw is empty. */
const DIGEST_OF_EMPTY_LIST = '4f53cda18c2baa0c'

describe('digests of pages', () => {
  it('cover the golden page by group, without a broken rule', () => {
    const { 'news-article': article } = pageDigests()
    expect(article?.metadata).to.include.all.keys('title', 'links', 'http')
    expect(article?.audit).to.include.all.keys('scoring', 'issues', 'findings')
    expect(article?.audit.broken).to.equal(DIGEST_OF_EMPTY_LIST)
  })
})
