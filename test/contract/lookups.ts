import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import {
  type FetchedFile,
  type ImageDescription,
  type Lookups,
  type ProbeAnswer,
  type RobotsDecision,
  type SitemapPage,
  type SitemapScan,
  type SitemapSummary,
  siteFailures,
  type TargetDecision,
  type ThumbnailAnswer,
} from '#shared/ports/lookups.ts'

/** Behavior of the server side: the suite sets these functions before it calls. */
export interface Script {
  checkTarget: (url: string) => Promise<TargetDecision>
  robots: (url: string, userAgent: string) => Promise<RobotsDecision>
  probe: (urls: readonly string[]) => Promise<readonly ProbeAnswer[]>
  describeImage: (url: string) => Promise<ImageDescription>
  thumbnail: (url: string, width: number) => Promise<ThumbnailAnswer>
  fetchFile: (url: string, maxBytes: number) => Promise<FetchedFile>
  scanSitemap: (url: string, lookFor: readonly string[]) => Promise<SitemapScan>
  listSitemap: (url: string, give: (locs: Omit<SitemapPage, 'end'>) => void) => Promise<SitemapSummary>
}

/** Longer than a busy machine keeps an answer waiting. */
const budget = { timeoutMs: 20_000 }

const refusals = [
  'invalid_url',
  'scheme_not_allowed',
  'credentials_not_allowed',
  'port_not_allowed',
  'name_not_allowed',
  'address_not_allowed',
] as const

export type MakeLookups = (script: Script) => Promise<{ lookups: Lookups; end: () => Promise<void> }>

/** A server side without behavior. */
export function emptyScript(): Script {
  const unscripted = () => Promise.reject(new Error('not scripted'))
  return {
    checkTarget: unscripted,
    robots: unscripted,
    probe: unscripted,
    describeImage: unscripted,
    thumbnail: unscripted,
    fetchFile: unscripted,
    scanSitemap: unscripted,
    listSitemap: unscripted,
  }
}

/** Contract of the port: every value arrives unchanged, and failures keep code and text. */
export function lookupsContract(name: string, make: MakeLookups): void {
  describe(`Lookups contract: ${name}`, () => {
    const script = emptyScript()
    let lookups: Lookups
    let end: () => Promise<void>

    before(async () => {
      const made = await make(script)
      lookups = made.lookups
      end = made.end
    })
    after(() => end())

    const failure = (running: Promise<unknown>) =>
      running.then(
        () => expect.fail('the call was answered'),
        (error: unknown) => error as Failure,
      )

    for (const kind of ['allowed', 'unresolvable'] as const) {
      it(`checks a target ${kind}`, async () => {
        script.checkTarget = async () => ({ kind })
        expect(await lookups.checkTarget('https://example.com/', budget)).to.deep.equal({ kind })
      })
    }

    it('returns the addresses of an allowed target', async () => {
      const verdict = { kind: 'allowed', address: '2001:db8::1' } as const
      script.checkTarget = async () => verdict
      expect(await lookups.checkTarget('https://example.com/', budget)).to.deep.equal(verdict)
    })

    for (const reason of refusals) {
      it(`rejects a target for ${reason}`, async () => {
        const verdict = { kind: 'refused', reason, message: 'not with “us”: 100 % no\n' } as const
        script.checkTarget = async () => verdict
        expect(await lookups.checkTarget('ftp://x', budget)).to.deep.equal(verdict)
      })
    }

    it('passes on URL and user agent unchanged', async () => {
      const seen: string[] = []
      script.robots = async (...given) => {
        seen.push(...given)
        return robotsNothing
      }
      await lookups.robots('https://exämple.com/ö?q=%2F&x=a b', 'PageProbeBot', budget)
      expect(seen).to.deep.equal(['https://exämple.com/ö?q=%2F&x=a b', 'PageProbeBot'])
    })

    for (const state of ['found', 'absent', 'unreachable'] as const) {
      it(`returns a robots decision without rule, ${state}`, async () => {
        script.robots = async () => ({ ...robotsNothing, state })
        expect(await lookups.robots('u', 'a', budget)).to.deep.equal({ ...robotsNothing, state })
      })
    }

    for (const siteFailure of siteFailures) {
      it(`returns a robots decision of a site that cannot be requested: ${siteFailure}`, async () => {
        const decision: RobotsDecision = { ...robotsNothing, state: 'unreachable', siteFailure }
        script.robots = async () => decision
        expect(await lookups.robots('u', 'a', budget)).to.deep.equal(decision)
      })
    }

    it('returns a complete robots decision', async () => {
      const verdict: RobotsDecision = {
        robotsUrl: 'https://example.com/robots.txt',
        state: 'found',
        allowed: true,
        rule: 'Allow: /ö*$ # why',
        line: 12345,
        group: '*',
        crawlDelay: 0.5,
        sitemaps: ['https://example.com/a.xml', 'https://example.com/b.xml'],
      }
      script.robots = async () => verdict
      expect(await lookups.robots('u', 'a', budget)).to.deep.equal(verdict)
    })

    it('distinguishes zero and an empty text from null', async () => {
      const verdict: RobotsDecision = { ...robotsNothing, rule: '', line: 0, group: '', crawlDelay: 0 }
      script.robots = async () => verdict
      expect(await lookups.robots('u', 'a', budget)).to.deep.equal(verdict)
    })

    it('probes many URLs in order', async () => {
      script.probe = async (urls) =>
        urls.map((url, index) => ({ ...noAnswer, url, status: 200 + index, error: null }))
      const urls = Array.from({ length: 50 }, (_, index) => `https://example.com/${index}`)
      const answers = await lookups.probe(urls, budget)
      expect(answers.map(({ url }) => url)).to.deep.equal(urls)
      expect(answers.map(({ status }) => status)).to.deep.equal(urls.map((_, index) => 200 + index))
    })

    it('probes nothing', async () => {
      script.probe = async () => []
      expect(await lookups.probe([], budget)).to.deep.equal([])
    })

    for (const error of ['refused', 'dns_failure', 'connection_failed', 'tls_error', 'timeout'] as const) {
      it(`reports a probe that ended with ${error}`, async () => {
        script.probe = async () => [{ ...noAnswer, error }]
        expect(await lookups.probe(['u'], budget)).to.deep.equal([{ ...noAnswer, error }])
      })
    }

    it('returns the target of a redirect', async () => {
      const answer: ProbeAnswer = {
        url: 'u',
        status: 301,
        location: 'https://example.com/ü',
        contentType: 'text/html',
        error: null,
        headers: {
          'content-length': '0',
          'x-robots-tag': 'googlebot: noindex, unavailable_after: 1 Jan 2026',
        },
        httpVersion: '2',
      }
      script.probe = async () => [answer]
      expect(await lookups.probe(['u'], budget)).to.deep.equal([answer])
    })

    it('carries a failure with its code, text and details', async () => {
      const details = { url: 'https://exämple.com/', limit: 3, list: [null, true] }
      const message = 'Zu groß: 50 % “mehr”\nals \ud800 erlaubt'
      script.checkTarget = () => Promise.reject(new Failure('RESPONSE_TOO_LARGE', message, { details }))
      const reported = await failure(lookups.checkTarget('u', budget))
      expect(reported).to.be.instanceOf(Failure)
      expect(reported).to.deep.include({ code: 'RESPONSE_TOO_LARGE', message, details })
    })

    it('keeps at least the code of a failure with huge text and details', async () => {
      const details = { all: 'ü'.repeat(100_000) }
      script.checkTarget = () => Promise.reject(new Failure('NOT_FOUND', 'ü'.repeat(100_000), { details }))
      expect(await failure(lookups.checkTarget('u', budget))).to.include({ code: 'NOT_FOUND', details: null })
    })

    it('hides the message of an unexpected error', async () => {
      script.checkTarget = () => Promise.reject(new Error('ECONNREFUSED 10.0.0.5:22'))
      const reported = await failure(lookups.checkTarget('u', budget))
      expect(reported.code).to.equal('INTERNAL_ERROR')
      expect(`${reported.message} ${JSON.stringify(reported.details)}`).to.not.contain('10.0.0.5')
    })

    it('rejects with SERVICE_UNAVAILABLE when no answer arrives within the budget', async () => {
      script.checkTarget = () => new Promise(() => {})
      expect((await failure(lookups.checkTarget('u', { timeoutMs: 80 }))).code).to.equal(
        'SERVICE_UNAVAILABLE',
      )
      for (const timeoutMs of [0, -5, Number.NaN]) {
        expect((await failure(lookups.checkTarget('u', { timeoutMs }))).code).to.equal('SERVICE_UNAVAILABLE')
      }
    })

    it('answers 500 concurrent calls', async () => {
      script.describeImage = async (url) => ({
        url,
        width: 1,
        height: 2,
        format: 'png',
        dominantColor: '#000000',
      })
      const urls = Array.from({ length: 500 }, (_, index) => `https://example.com/${index}.png`)
      const answers = await Promise.all(urls.map((url) => lookups.describeImage(url, budget)))
      expect(answers.map(({ url }) => url)).to.deep.equal(urls)
    })

    it('answers a ping', () => lookups.ping())
  })
}

const robotsNothing: RobotsDecision = {
  robotsUrl: 'https://example.com/robots.txt',
  state: 'absent',
  allowed: false,
  rule: null,
  line: null,
  group: null,
  crawlDelay: null,
  sitemaps: [],
}

const noAnswer: ProbeAnswer = {
  url: 'u',
  status: null,
  location: null,
  contentType: null,
  error: null,
  headers: {},
  httpVersion: null,
}
