import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import sharp from 'sharp'
import { operations } from '#shared/errors.ts'
import { resultSchemas } from '#shared/operations/results/result-schemas.ts'
import { root } from '#test/support/sandbox.ts'

const folder = join(root, 'gateway/console/app/example')
const text = readFileSync(join(folder, 'results.json'), 'utf8')
const screenshot = readFileSync(join(folder, 'screenshot.webp'))
const results = JSON.parse(text)

/** Of the example in all, compressed. */
const MAX_BYTES = 40_000

/** `npm run examples` records it. */
describe('record-console-example: what it recorded', () => {
  for (const operation of operations) {
    it(`has a response of ${operation} as the interface gives it`, () => {
      const { result, parameters } = results[operation]
      expect(resultSchemas[operation].safeParse(result).error?.issues ?? []).to.deep.equal([])
      expect(result.url ?? result.context.url).to.equal(parameters.url)
    })
  }

  it('shows nothing of the machine that recorded it', () => {
    expect(text).not.to.match(/127\.0\.0|\/\/localhost|example:\d|\/tmp\//)
  })

  it('has the screenshot in the proportions of its snapshot', async () => {
    const { width, height, format } = await sharp(screenshot).metadata()
    const { result } = results.snapshot
    expect(format).to.equal('webp')
    expect((width as number) / (height as number)).to.be.closeTo(result.width / result.height, 0.01)
  })

  it(`has at most ${MAX_BYTES / 1000} kB`, () => {
    const bytes = gzipSync(JSON.stringify(results)).length + screenshot.length
    expect(bytes).to.be.within(5_000, MAX_BYTES)
  })
})
