import { expect } from 'chai'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('elements that appear when they are scrolled to', () => {
  const studio = captureFixture()
  const green = (count: number) => Array(count).fill('0,160,0')

  it('has what is gone again when it is not seen', async () =>
    expect(await studio.middles('/come-and-go')).to.deep.equal(green(8)))

  it('has the same as one element', async () =>
    expect(await studio.middles('/come-and-go', { selector: 'body' })).to.deep.equal(green(8)))

  it('has what a script makes go again when it is not seen', async () =>
    expect(await studio.middles('/animated')).to.deep.equal(green(8)))

  it('has what is hidden again when it is not seen', async () =>
    expect(await studio.middles('/show-and-hide')).to.deep.equal(green(8)))
})
