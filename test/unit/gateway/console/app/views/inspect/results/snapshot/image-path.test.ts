import { expect } from 'chai'
import { imagePath } from '#gateway/console/app/views/inspect/results/snapshot/image-path.ts'

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
})
