import { expect } from 'chai'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import type { ContractFixture, Parameters } from './contract-fixture.ts'
import { type Detail, expectA, expectB } from './shapes.ts'

/** A wrong value, and its `code` in shape A. */
type Refused = readonly [value: unknown, code: Detail['code']]

interface Row {
  readonly accepted: readonly unknown[]
  readonly refused: readonly Refused[]
}

/** Values at the bounds, and just outside. */
function bounds(min: number, max: number, step = 1): Row {
  return {
    accepted: [min, max],
    refused: [
      [min - step, 'too_small'],
      [max + step, 'too_big'],
    ],
  }
}

/** Each allowed value, and some wrong ones. */
function oneOf(...values: readonly string[]): Row {
  const others = ['other', '', values[0]?.toUpperCase()]
  return { accepted: values, refused: others.map((value) => [value, 'invalid_enum_value']) }
}

function plus(row: Row, ...refused: readonly Refused[]): Row {
  return { ...row, refused: [...row.refused, ...refused] }
}

const flag: Row = {
  accepted: [true, false],
  refused: ['true', 'yes', 1, 0, null].map((value) => [value, 'invalid_type']),
}
const noNumber: readonly Refused[] = ['1000', true, null, [5]].map((value) => [value, 'invalid_type'])
const waits = ['load', 'domcontentloaded', 'networkidle0', 'networkidle2']

/**
 * Parameters of a snapshot (infra/docs/clients.md#snapshot-parameters): numbers and booleans must be JSON numbers
 * and booleans.
 */
const snapshotRows: Readonly<Record<string, Row>> = {
  device: oneOf('mobile', 'tablet', 'desktop'),
  viewport: {
    accepted: [{}, { width: 320 }, { height: 240 }, { width: 800, height: 600, deviceScaleFactor: 2 }],
    refused: [800, '800x600', null, []].map((value) => [value, 'invalid_type']),
  },
  'viewport.width': plus(bounds(320, 3840), ...noNumber),
  'viewport.height': plus(bounds(240, 2160), ...noNumber),
  'viewport.deviceScaleFactor': plus(bounds(1, 3, 0.1), ...noNumber),
  fullPage: flag,
  selector: {
    accepted: ['h1', '#main > .card'],
    refused: [
      ['', 'too_small'],
      [5, 'invalid_type'],
      [null, 'invalid_type'],
    ],
  },
  blockAds: flag,
  blockCookieBanners: flag,
  format: oneOf('png', 'jpeg', 'webp'),
  quality: {
    accepted: [0, 1, 99, 100, 'low', 'medium', 'high'],
    refused: [
      [-1, 'too_small'],
      [101, 'too_big'],
      ['80', 'invalid_enum_value'],
      ['best', 'invalid_enum_value'],
      ['', 'invalid_enum_value'],
    ],
  },
  timeout: plus(bounds(1000, 60_000), ...noNumber),
  waitFor: plus(bounds(0, 10_000), ...noNumber),
  waitUntil: oneOf(...waits),
}

/** Parameters of metadata (infra/docs/clients.md#metadata-parameters); in a query all values are texts. */
const metadataRows: Readonly<Record<string, Row>> = {
  fields: {
    accepted: ['basic', 'all', 'og,twitter', 'tier1,tier2,tier3'],
    refused: ['', 'Basic', 'basic,other', 'basic,', ',basic', 'basic;og'].map((value) => [value, 'custom']),
  },
  device: plus(oneOf('mobile', 'desktop'), ['tablet', 'invalid_enum_value']),
  max_images: plus(bounds(1, 100), ...textual('ten', '', '2.5', '0x10', '1e1')),
  max_links: plus(bounds(1, 500), ...textual('ten', '', '2.5', '0x10', '1e1')),
}

function textual(...values: readonly string[]): Refused[] {
  return values.map((value) => [value, 'invalid_type'])
}

/** `viewport.width: 5` as the body contains it. */
function nested(name: string, value: unknown): Parameters {
  const [outer = '', inner] = name.split('.')
  return { [outer]: inner === undefined ? value : { [inner]: value } }
}

const show = (value: unknown) => JSON.stringify(value)

/**
 * Each parameter with each of its values and bounds. A key with a spent quota shows which values are accepted: the
 * quota is checked after parameters and address, so that nothing is inspected.
 */
export function parametersContract(fixture: ContractFixture): void {
  describe('parameters', () => {
    let spent: string
    let url: string
    before(async () => {
      spent = await fixture.makeKey({ limits: { metadata: 0, snapshot: 0 } })
      url = fixture.site.url('/')
    })
    const snapshot = (more: Parameters) => fixture.snapshot({ url, ...more }, { key: spent })
    const metadata = (more: Parameters) => fixture.metadata({ url, ...more }, { key: spent })
    const expectAccepted = ({ status, body }: Answer) => expect(status, body.toString()).to.equal(429)

    describe('snapshot', () => {
      for (const [name, { accepted, refused }] of Object.entries(snapshotRows)) {
        for (const value of accepted) {
          it(`accepts ${name}: ${show(value)}`, async () => {
            expectAccepted(await snapshot(nested(name, value)))
          })
        }
        for (const [value, code] of refused) {
          it(`${name}: ${show(value)} is ${code}`, async () => {
            const details = expectA(await snapshot(nested(name, value)), 400, 'VALIDATION_ERROR')
            expect(details.map((one) => one.path)).to.deep.equal([name.split('.')])
            expect(details[0]?.code).to.equal(code)
            expect(details[0]?.message).to.match(new RegExp(`^${name} `))
          })
        }
      }

      it('only url is required', async () => expectAccepted(await snapshot({})))

      it('omitBackground is for png only', async () => {
        expectAccepted(await snapshot({ omitBackground: true, format: 'png' }))
        for (const format of ['jpeg', 'webp']) {
          expectAccepted(await snapshot({ omitBackground: false, format }))
          const answer = await snapshot({ omitBackground: true, format })
          expect(expectA(answer, 400, 'VALIDATION_ERROR').map(({ path }) => path)).to.deep.equal([
            ['omitBackground'],
          ])
        }
        expectA(await snapshot({ omitBackground: true }), 400, 'VALIDATION_ERROR')
        expectA(await snapshot({ omitBackground: 'true', format: 'png' }), 400, 'VALIDATION_ERROR')
      })

      it('reports all problems at once, each with its path and the received value', async () => {
        const wrong = { device: 'fridge', viewport: { width: 319, depth: 1 }, timeout: 999, colour: 'red' }
        const answer = await fixture.snapshot(wrong, { key: spent })
        const details = expectA(answer, 400, 'VALIDATION_ERROR')
        expect(
          details.map(({ code, path, received }) => [path.join('.'), code, received]),
        ).to.have.deep.members([
          ['url', 'invalid_type', 'undefined'],
          ['device', 'invalid_enum_value', 'fridge'],
          ['viewport.width', 'too_small', '319'],
          ['viewport.depth', 'unrecognized_keys', '1'],
          ['timeout', 'too_small', '999'],
          ['colour', 'unrecognized_keys', 'red'],
        ])
      })

      it('rejects unknown keys, also inherited names of JavaScript and other capitals', async () => {
        for (const name of ['fullpage', 'Format', 'max_links', 'constructor', 'toString']) {
          const details = expectA(await snapshot({ [name]: true }), 400, 'VALIDATION_ERROR')
          expect(details.map(({ code, path }) => [code, path])).to.deep.equal([['unrecognized_keys', [name]]])
        }
        const polluting = { method: 'POST', key: spent, body: `{"url":"${url}","__proto__":{"timeout":1}}` }
        expectA(await fixture.call('/snapshot', polluting), 400, 'VALIDATION_ERROR')
      })
    })

    describe('metadata', () => {
      for (const [name, { accepted, refused }] of Object.entries(metadataRows)) {
        for (const value of accepted) {
          it(`accepts ${name}: ${show(value)}`, async () => {
            expectAccepted(await metadata({ [name]: value }))
          })
        }
        for (const [value] of refused) {
          it(`rejects ${name}: ${show(value)}`, async () => {
            expect(expectB(await metadata({ [name]: value }), 400)).to.match(new RegExp(`^${name} `))
          })
        }
      }

      it('only url is required', async () => expectAccepted(await metadata({})))

      it('rejects a parameter that is given twice, even with the same value', async () => {
        const target = encodeURIComponent(url)
        const doubles = [
          ['url', target],
          ['fields', 'basic'],
          ['device', 'mobile'],
          ['max_images', '5'],
          ['max_links', '5'],
        ]
        for (const [name, value] of doubles) {
          const rest = name === 'url' ? '' : `&url=${target}`
          const answer = await fixture.call(`/metadata?${name}=${value}&${name}=${value}${rest}`, {
            key: spent,
          })
          expect(expectB(answer, 400)).to.match(new RegExp(`^${name} `))
        }
      })

      it('reports all problems at once, in one message that begins with the first', async () => {
        const message = expectB(
          await fixture.metadata({ device: 'fridge', max_links: 501, colour: 'red' }),
          400,
        )
        for (const name of ['url', 'device', 'max_links', 'colour']) expect(message).to.include(`${name} `)
        expect(message).to.match(/^(url|device|max_links|colour) /)
      })

      it('rejects unknown parameters', async () => {
        for (const name of ['Device', 'maxLinks', 'timeout', '__proto__', 'constructor']) {
          expect(expectB(await metadata({ [name]: '1' }), 400)).to.match(new RegExp(`^${name} `))
        }
      })
    })
  })
}
