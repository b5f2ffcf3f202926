import { expect } from 'chai'
import { openShop, withoutPort } from '#infra/tools/examples/shop.ts'

describe('shop of the examples', () => {
  it('has pages, redirects, gone pages and a page that waits', async () => {
    const shop = await openShop()
    try {
      const statusOf = async (path: string) => (await fetch(shop.url(path), { redirect: 'manual' })).status
      expect([
        await statusOf('/kettle'),
        await statusOf('/old-kettle'),
        await statusOf('/gone'),
      ]).to.deep.equal([200, 301, 410])
      const slow = fetch(shop.url('/slow'))
      shop.release()
      expect((await slow).status).to.equal(200)
    } finally {
      await shop.close()
    }
  })

  it('is shown without its port, and other hosts with theirs', () => {
    expect(withoutPort('http://shop.example:81/a other.example:81', '81')).to.equal(
      'http://shop.example/a other.example:81',
    )
  })
})
