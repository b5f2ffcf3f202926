import { expect } from 'chai'
import { allowlist, categories, extraBlocklist } from '#stages/render/blocking/host-lists.data.ts'
import { makeRequestClassifier } from '#stages/render/blocking/request-classifier.ts'

describe('lists of hosts', () => {
  const extra = categories.flatMap((category) => extraBlocklist[category])

  it('hold names of hosts, each once', () => {
    for (const host of [...extra, ...allowlist]) expect(host).to.match(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    expect(new Set([...extra, ...allowlist]).size).to.equal(extra.length + allowlist.length)
  })

  it('decide over the categories of third-party-web', () => {
    const { categoryOf } = makeRequestClassifier('https://page.example.com/')
    for (const category of categories) {
      for (const host of extraBlocklist[category])
        expect(categoryOf(`https://${host}/`), host).to.equal(category)
    }
    for (const host of allowlist) expect(categoryOf(`https://${host}/`), host).to.equal(null)
  })
})
