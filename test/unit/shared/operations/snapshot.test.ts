import { expect } from 'chai'
import { checkParameters } from '#shared/operations/parameters.ts'
import { devicePresets, effectiveSnapshot, type SnapshotParameters } from '#shared/operations/snapshot.ts'

const url = 'https://example.com/'

function checked(body: Record<string, unknown>): SnapshotParameters {
  const answer = checkParameters('snapshot', { url, ...body }, false)
  if ('problems' in answer) throw new Error(JSON.stringify(answer.problems))
  return answer.parameters as unknown as SnapshotParameters
}

function problems(body: Record<string, unknown>, texts = false): [path: string, code: string][] {
  const answer = checkParameters('snapshot', { url, ...body }, texts)
  return 'problems' in answer ? answer.problems.map(({ path, code }) => [path.join('.'), code]) : []
}

describe('parameters of snapshot', () => {
  it('have the defaults of the contract', () => {
    expect(checked({})).to.deep.equal({
      url,
      fullPage: false,
      blockAds: false,
      blockCookieBanners: false,
      quality: 80,
      omitBackground: false,
      timeout: 30_000,
      waitFor: 0,
      waitUntil: 'networkidle2',
    })
  })

  /** The bounds of infra/docs/clients.md#snapshot-parameters. */
  const bounds: [path: string, min: number, max: number][] = [
    ['viewport.width', 320, 3840],
    ['viewport.height', 240, 2160],
    ['viewport.deviceScaleFactor', 1, 3],
    ['quality', 0, 100],
    ['timeout', 1000, 60_000],
    ['waitFor', 0, 10_000],
  ]
  for (const [path, min, max] of bounds) {
    const body = (value: unknown): Record<string, unknown> => {
      const [first = '', second] = path.split('.')
      return second === undefined ? { [first]: value } : { [first]: { [second]: value } }
    }
    it(`${path} is from ${min} to ${max}`, () => {
      expect(problems(body(min))).to.deep.equal([])
      expect(problems(body(max))).to.deep.equal([])
      expect(problems(body(min - 1))).to.deep.equal([[path, 'too_small']])
      expect(problems(body(max + 1))).to.deep.equal([[path, 'too_big']])
    })
    it(`${path} is a JSON number`, () => {
      if (path !== 'quality') expect(problems(body(String(min)))).to.deep.equal([[path, 'invalid_type']])
      expect(problems(body(null))).to.deep.equal([[path, 'invalid_type']])
      expect(problems(body(true))).to.deep.equal([[path, 'invalid_type']])
    })
  }

  for (const [name, values] of Object.entries({
    device: ['mobile', 'tablet', 'desktop'],
    format: ['png', 'jpeg', 'webp'],
    quality: ['low', 'medium', 'high'],
    waitUntil: ['load', 'domcontentloaded', 'networkidle0', 'networkidle2'],
  })) {
    it(`${name} is one of ${values.join(', ')}`, () => {
      for (const value of values) expect(problems({ [name]: value })).to.deep.equal([])
      expect(problems({ [name]: 'none' })).to.deep.equal([[name, 'invalid_enum_value']])
      expect(problems({ [name]: values[0]?.toUpperCase() })).to.deep.equal([[name, 'invalid_enum_value']])
    })
  }

  for (const name of ['fullPage', 'blockAds', 'blockCookieBanners', 'omitBackground']) {
    it(`${name} is a JSON boolean`, () => {
      expect(problems({ [name]: 'true' })).to.deep.equal([[name, 'invalid_type']])
      expect(problems({ [name]: false })).to.deep.equal([])
    })
  }

  it('are refused when a background is left out in a format that has one', () => {
    expect(problems({ omitBackground: true })).to.deep.equal([['omitBackground', 'custom']])
    expect(problems({ omitBackground: true, format: 'jpeg' })).to.deep.equal([['omitBackground', 'custom']])
    expect(problems({ omitBackground: true, format: 'png' })).to.deep.equal([])
  })

  it('are judged all at once, unknown keys too, at any depth', () => {
    const body = { full_page: true, viewport: { width: 1, scale: 2 }, omitBackground: true, timeout: 1 }
    expect(problems(body)).to.have.deep.members([
      ['full_page', 'unrecognized_keys'],
      ['viewport.width', 'too_small'],
      ['viewport.scale', 'unrecognized_keys'],
      ['omitBackground', 'custom'],
      ['timeout', 'too_small'],
    ])
  })

  it('of events may be texts, in nested objects too', () => {
    expect(problems({ viewport: { width: '800' }, quality: '85', fullPage: 'true' }, true)).to.deep.equal([])
    expect(problems({ quality: 'high', timeout: 'soon' }, true)).to.deep.equal([['timeout', 'invalid_type']])
  })

  it('have a selector of one character at least', () => {
    expect(problems({ selector: ' ' })).to.deep.equal([['selector', 'too_small']])
    expect(problems({ selector: 'a'.repeat(4097) })).to.deep.equal([['selector', 'too_big']])
  })

  it('have up to 100 selectors to locate, each of at most 1,000 characters', () => {
    expect(checked({ locate: [' h1 ', 'p'] }).locate).to.deep.equal(['h1', 'p'])
    expect(problems({ locate: Array.from({ length: 100 }, () => 'p') })).to.deep.equal([])
    expect(problems({ locate: Array.from({ length: 101 }, () => 'p') })).to.deep.equal([
      ['locate', 'too_big'],
    ])
    expect(problems({ locate: ['p', ' ', 'a'.repeat(1001), 5] })).to.deep.equal([
      ['locate.1', 'too_small'],
      ['locate.2', 'too_big'],
      ['locate.3', 'invalid_type'],
    ])
    expect(problems({ locate: 'p' })).to.deep.equal([['locate', 'invalid_type']])
  })

  it('tell what was received in the place of a selector', () => {
    const answer = checkParameters('snapshot', { url, locate: ['p', 5] }, false)
    expect('problems' in answer && answer.problems[0]?.received).to.equal('5')
  })
})

describe('effective snapshot', () => {
  const cases: [what: string, body: Record<string, unknown>, expected: Record<string, unknown>][] = [
    ['the desktop preset by default', {}, { device: 'desktop', viewport: devicePresets.desktop }],
    [
      'a preset before a viewport',
      { device: 'mobile', viewport: { width: 800 } },
      { viewport: devicePresets.mobile },
    ],
    [
      'a viewport, filled up',
      { viewport: { width: 800 } },
      { viewport: { width: 800, height: 1080, deviceScaleFactor: 1 } },
    ],
    ['low as 60', { quality: 'low' }, { quality: 60 }],
    ['medium as 80', { quality: 'medium' }, { quality: 80 }],
    ['high as 95', { quality: 'high' }, { quality: 95 }],
    [
      'webp by default, of which a view has no need to be anything else',
      {},
      { format: 'webp', fallbackFormat: null },
    ],
    [
      'jpeg in place of a default that cannot hold the page',
      { fullPage: true },
      { format: 'webp', fallbackFormat: 'jpeg' },
    ],
    [
      'jpeg in place of a default that cannot hold the element',
      { selector: 'p' },
      { fallbackFormat: 'jpeg' },
    ],
    [
      'nothing in place of a format that was asked for',
      { fullPage: true, format: 'webp' },
      { fallbackFormat: null },
    ],
    ['selectors to locate', { locate: ['p'] }, { locate: ['p'] }],
    ['no quality of png', { format: 'png', quality: 10 }, { quality: null }],
  ]
  for (const [what, body, expected] of cases) {
    it(`takes ${what}`, () => expect(effectiveSnapshot(checked(body))).to.deep.include(expected))
  }

  it('knows the presets of the contract', () => {
    expect(devicePresets).to.deep.equal({
      mobile: { width: 375, height: 667, deviceScaleFactor: 2 },
      tablet: { width: 768, height: 1024, deviceScaleFactor: 2 },
      desktop: { width: 1920, height: 1080, deviceScaleFactor: 1 },
    })
  })
})
