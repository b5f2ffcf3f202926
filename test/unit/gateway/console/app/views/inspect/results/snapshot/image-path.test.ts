import { expect } from 'chai'
import { imagePath, showImageAt } from '#gateway/console/app/views/inspect/results/snapshot/image-path.ts'

const FILE = `${'a'.repeat(64)}.webp`

describe('the path of a picture', () => {
  for (const base of [
    'http://127.0.0.1:8080/images',
    'https://public.example/pageprobe/images',
    'https://s3.example/bucket/images',
  ]) {
    it(`is at this service, whatever origin the answer names: ${base}`, () => {
      expect(imagePath(`${base}/${FILE}?signature=x`)).to.equal(`images/${FILE}`)
    })
  }

  it('is that of the console, for an image that no service has stored', () => {
    showImageAt('https://pageprobe.example/images/example.webp', 'http://console.example/assets/a.webp')
    expect(imagePath('https://pageprobe.example/images/example.webp')).to.equal(
      'http://console.example/assets/a.webp',
    )
    expect(imagePath('https://pageprobe.example/images/other.webp')).to.equal('images/other.webp')
  })
})
