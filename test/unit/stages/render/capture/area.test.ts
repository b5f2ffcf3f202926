import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import {
  type Area,
  assertCapturable,
  formatFor,
  overlap,
  pixelsOf,
  tilesOf,
} from '#stages/render/capture/area.ts'
import { captureLimits } from '#stages/render/capture/limits.ts'

const area = (width: number, height: number, scale = 1): Area => ({
  ...{ x: 0, y: 0, width, height, scale, zoom: 1, extent: 'beyond' },
})

describe('pixels of an area', () => {
  it('are CSS pixels times the scale', () => {
    expect(pixelsOf(area(1280, 5461, 3))).to.deep.equal({ width: 3840, height: 16_383 })
  })

  it('lie between the snapped edges', () => {
    expect(pixelsOf({ ...area(100.5, 50.3), x: 8, y: 10 })).to.deep.equal({ width: 101, height: 50 })
    expect(pixelsOf({ ...area(100.5, 50.3), x: 8.4, y: 10.3 })).to.deep.equal({ width: 101, height: 51 })
  })

  it('are at least one', () => {
    expect(pixelsOf(area(0.2, 0.2))).to.deep.equal({ width: 1, height: 1 })
  })
})

describe('the largest picture', () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    it(`${format} may have 16,383 px of height at the widest viewport`, () => {
      expect(() => assertCapturable(area(3840, 5461, 3), format, captureLimits)).not.to.throw()
    })
  }

  for (const [format, height] of [
    ['webp', 16_384],
    ['jpeg', 65_501],
    ['png', 160_000],
  ] as const) {
    it(`is left behind by ${format} of ${height} px, which says the height`, () => {
      expect(() => assertCapturable(area(1280, height), format, captureLimits))
        .to.throw(Failure, String(height))
        .with.property('code', 'PAGE_TOO_TALL')
    })
  }

  it('counts device pixels', () => {
    expect(() => assertCapturable(area(1280, 8192, 2), 'webp', captureLimits)).to.throw('16384 px')
  })

  for (const [format, height, advice] of [
    ['webp', 20_000, ': use format png or jpeg, selector'],
    ['jpeg', 70_000, ': use format png, selector'],
    ['webp', 66_000, ': use format png, selector'],
    ['png', 160_000, 'pixels: use selector'],
    ['webp', 160_000, 'at most 16383 px: use selector'],
  ] as const) {
    it(`names the formats that can hold ${height} px where ${format} cannot`, () => {
      expect(() => assertCapturable(area(1280, height), format, captureLimits)).to.throw(Failure, advice)
    })
  }

  it('has the format that was asked for, or one that can hold it where none was', () => {
    const taken = (height: number, fallbackFormat: 'jpeg' | null) =>
      formatFor(area(1280, height), { format: 'webp', fallbackFormat }, captureLimits)
    expect(taken(16_383, 'jpeg')).to.equal('webp')
    expect(taken(16_384, 'jpeg')).to.equal('jpeg')
    expect(taken(65_500, 'jpeg')).to.equal('jpeg')
    expect(() => taken(65_501, 'jpeg')).to.throw(Failure, 'jpeg holds at most 65500 px: use format png,')
    expect(() => taken(16_384, null)).to.throw(Failure, '16384 px tall')
  })

  it('is limited in width too', () => {
    expect(() => assertCapturable(area(20_000, 800), 'webp', captureLimits)).to.throw('20000 px wide')
  })
})

describe('tiles', () => {
  const limits = { tileSidePx: 8192, tilePixels: 12_000_000 }
  for (const [name, whole] of Object.entries({
    'a view': area(1280, 800),
    'a tall page': area(1280, 20_000),
    'a tall and wide page': area(11_520 / 3, 5461, 3),
    'an odd scale': area(411, 9001, 2.625),
    'a scale of a third': area(411, 9001, 4 / 3),
  })) {
    it(`cover ${name} once`, () => {
      const tiles = tilesOf(whole, limits)
      const { width, height } = pixelsOf(whole)
      const covered = tiles.reduce((sum, tile) => sum + tile.width * tile.height, 0)
      expect(covered).to.equal(width * height)
      for (const [index, tile] of tiles.entries()) {
        expect(tile.left + tile.width).to.be.at.most(width)
        expect(tile.top + tile.height).to.be.at.most(height)
        expect(Math.max(tile.width, tile.height)).to.be.at.most(8192)
        expect(tile.width * tile.height).to.be.at.most(12_000_000)
        expect(tiles.slice(0, index).every((other) => overlap(tile, other) === null)).to.equal(true)
      }
    })
  }

  it('are one where one suffices', () => {
    expect(tilesOf(area(1280, 8192), limits)).to.deep.equal([{ left: 0, top: 0, width: 1280, height: 8192 }])
  })

  it('begin at whole CSS pixels', () => {
    for (const { top } of tilesOf(area(411, 30_000, 2.625), limits))
      expect(top / 2.625).to.equal(Math.round(top / 2.625))
  })
})

describe('the overlap of two boxes', () => {
  const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 })
  it('is what both cover', () => {
    expect(overlap(box(0, 0), box(4, 7))).to.deep.equal({ left: 4, top: 7, width: 6, height: 3 })
  })
  it('is nothing where they only touch', () => {
    expect(overlap(box(0, 0), box(10, 0))).to.equal(null)
  })
})
