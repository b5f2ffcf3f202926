import { mock } from 'node:test'
import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { refused } from '#shared/egress/policy/target-decision.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { readSitemap } from '#stages/batch/sitemaps/read-sitemap.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Refusing, type Scripted, scene, site } from './sitemap-scene.ts'

describe('readSitemap', () => {
  afterEach(() => mock.restoreAll())

  /** The result, the number of attempts, and the pages of the last one. */
  async function read(
    answers: readonly Scripted[],
    refusing: Refusing = {},
    signal = new AbortController().signal,
  ) {
    const { ports } = scene({ '/s.xml': answers }, [], refusing)
    let attempts = 0
    let pages: string[] = []
    const reason = await readSitemap({ lookups: ports.lookups, signal, retryMs: 1 }, `${site}/s.xml`, () => {
      attempts += 1
      pages = []
      return async (part) => void pages.push(...part.pages)
    })
    return { reason, attempts, pages }
  }

  it('delivers the parts to the consumer of the attempt', async () => {
    const half = { pages: [`${site}/a`], end: { status: 200, error: 'timeout' } } as const
    const whole = [`${site}/a`, `${site}/b`]
    expect(await read([{ ...half, pages: [...half.pages] }, { pages: whole }])).to.deep.equal({
      reason: null,
      attempts: 2,
      pages: whole,
    })
  })

  for (const [what, end, reason] of [
    ['a file that is not there', { status: 404, kind: 'other' }, 'answered with status 404'],
    [
      'no sitemap',
      { kind: 'other', fault: { message: 'the root element is html', line: 3 } },
      'is no well-formed sitemap: the root element is html (line 3)',
    ],
    ['an interim status', { status: 199, kind: 'other' }, 'answered with status 199'],
    ['another interim status', { status: 300, kind: 'other' }, 'answered with status 300'],
    ['an empty text', { kind: 'other' }, 'is no sitemap'],
    ['a file over its limits', { isCut: true, entries: 50_000 }, 'is too large: of 50000 entries was read'],
  ] as const) {
    it(`reports ${what}, and does not retry`, async () => {
      expect(await read([{ end }])).to.deep.equal({ reason, attempts: 1, pages: [] })
    })
  }

  const open: RobotsDecision = {
    ...{ robotsUrl: `${site}/robots.txt`, state: 'found', allowed: true, rule: null, line: null },
    ...{ group: null, crawlDelay: null, sitemaps: [] },
  }
  const address = refused('address_not_allowed')
  const closed: RobotsDecision = { ...open, allowed: false, rule: 'Disallow: /', line: 2, group: '*' }
  for (const [what, refusing, reason] of [
    [
      'its address',
      { target: address },
      'must not be requested: url must not point to a private or reserved address',
    ],
    ['robots.txt', { robots: closed }, 'must not be requested by robots.txt (line 2)'],
    ['where it leads', { robots: open }, 'leads to an address that must not be requested'],
    [
      'nobody knows what',
      { robots: unavailable('look-ups') },
      'must not be requested, by robots.txt or by its address',
    ],
    [
      'a site whose turn has not come',
      { robots: new ThrottledError(5) },
      'must not be requested, by robots.txt or by its address',
    ],
  ] as const) {
    it(`reports why a sitemap is refused: ${what}`, async () => {
      const answers = [{ end: { status: null, error: 'refused' } }] as const
      expect(await read(answers, refusing)).to.deep.equal({ reason, attempts: 1, pages: [] })
    })
  }

  it('makes three attempts while the robots.txt of the host cannot be read', async () => {
    const unreachable: RobotsDecision = { ...open, state: 'unreachable', allowed: false }
    const answer = { end: { status: null, error: 'refused' } } as const
    const reason = 'must not be requested while the robots.txt cannot be read'
    const refusing = { robots: unreachable }
    expect(await read([answer], refusing)).to.deep.equal({ reason, attempts: 3, pages: [] })
    expect(await read([answer, answer, {}], refusing)).to.deep.equal({ reason: null, attempts: 3, pages: [] })
  })

  for (const [what, answer, reason] of [
    [
      'answers nothing',
      { end: { status: null, error: 'connection_failed' } },
      'was not read to its end: connection_failed',
    ],
    ['is busy', { end: { status: 500, kind: 'other' } }, 'answered with status 500'],
    ['asks for patience', { end: { status: 429, kind: 'other' } }, 'answered with status 429'],
    ['breaks the look-up', new Failure('INTERNAL_ERROR', 'x'), 'could not be read'],
  ] as const) {
    it(`makes three attempts for a host that ${what}`, async () => {
      expect(await read([answer])).to.deep.equal({ reason, attempts: 3, pages: [] })
      expect(await read([answer, answer, {}])).to.deep.equal({ reason: null, attempts: 3, pages: [] })
    })
  }

  it('makes as many attempts as it takes while no fetch stage answers', async () => {
    const away = unavailable('look-ups')
    const result = await read([away, away, away, away, away, { pages: [`${site}/a`] }])
    expect(result).to.deep.equal({ reason: null, attempts: 6, pages: [`${site}/a`] })
  })

  for (const [ms, reason] of [
    [119_999, 'could not be read'],
    [120_000, 'was not read in time'],
  ] as const) {
    it(`says of a look-up that fails after ${ms} ms: ${reason}`, async () => {
      let time = 0
      mock.method(performance, 'now', () => time)
      const { ports } = scene({})
      const listSitemap = () => {
        time += ms
        throw new Failure('INTERNAL_ERROR', 'x')
      }
      const lookups = { ...ports.lookups, listSitemap }
      const { signal } = new AbortController()
      const read = readSitemap({ lookups, signal, retryMs: 1 }, `${site}/s.xml`, () => async () => undefined)
      expect(await read).to.equal(reason)
    })
  }

  it('rejects when the signal aborts, and with an error that is no failure', async () => {
    const left = new Error('left')
    expect(await rejectionOf(read([unavailable('x')], {}, AbortSignal.abort(left)))).to.equal(left)
    const bug = new Error('a bug')
    expect(await rejectionOf(read([bug]))).to.equal(bug)
  })
})
