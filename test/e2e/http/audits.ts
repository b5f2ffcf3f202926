import { expect } from 'chai'
import type { ContractFixture, Parameters } from './contract-fixture.ts'

/** Keys that are always present (infra/docs/clients.md#seo-audit). */
const constant = ['schema_version', 'url', 'scannedAt']
/** The groups, each a key of its name, with the keys in them (infra/docs/clients.md#seo-audit). */
const groups: Readonly<Record<string, readonly string[] | null>> = {
  scoring: [
    ...['schema_version', 'rule_version', 'version', 'device', 'weights', 'overall', 'grade', 'by_category'],
    ...['category_status', 'deductions', 'scoring_explainer'],
  ],
  issues: null,
  metrics: [
    'title_length',
    'description_length',
    'headings',
    'links',
    'images',
    'word_count',
    'body_text_bytes',
  ],
  indexability: [
    ...['robots_txt', 'meta_robots', 'x_robots_tag', 'canonical', 'sitemaps', 'is_indexable'],
    ...['indexed_like_google', 'reason', 'robots_effective', 'effective_status'],
  ],
  http: [],
  web_vitals: [
    ...['source', 'confidence', 'lcp_ms', 'inp_ms', 'cls', 'fcp_ms', 'ttfb_ms', 'raw', 'opportunities'],
    ...['web_vitals_score', 'score_breakdown'],
  ],
  structured_data: ['valid', 'errors', 'warnings', 'schemas_found', 'count'],
  content: ['language', 'word_count', 'read_time_min', 'has_schema', 'headings'],
  i18n: ['hreflang', 'duplicates_or_conflicts'],
  media: [],
  summary: ['passed', 'top_fixes', 'critical_count', 'warning_count', 'info_count', 'rules'],
  context: [],
  diagnostics: ['rules'],
  technologies: null,
  diff: null,
}
const names = Object.keys(groups)
const issueKeys = [
  ...['id', 'code', 'severity', 'priority', 'category', 'message', 'recommendation', 'selector', 'snippet'],
  ...['estimated_effort', 'docs_url', 'impact', 'why_it_matters', 'fixable', 'source_rule'],
]
const weights = { metadata: 0.25, content: 0.25, technical: 0.2, accessibility: 0.15, performance: 0.15 }

/** Results of seo-audit (infra/docs/clients.md#seo-audit). */
export function auditsContract(fixture: ContractFixture): void {
  describe('results of seo-audit', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a JSON result
    let whole: any
    before(async () => {
      whole = (await ask('/full')).json
    })

    async function ask(path: string, more: Parameters = {}, headers = {}) {
      const answer = await fixture.audit({ url: fixture.site.url(path), ...more }, { headers })
      expect(answer.status, answer.body.toString()).to.equal(200)
      return { cache: answer.headers['x-cache'], json: answer.json() }
    }

    it('have every group without fields, and with all', async () => {
      expect(whole).to.have.all.keys(...constant, ...names)
      expect((await ask('/full', { fields: 'scoring,all' })).json).to.deep.equal(whole)
    })

    for (const name of names) {
      it(`${name} alone returns exactly its key, for a full page and for an empty one`, async () => {
        expect((await ask('/full', { fields: name })).json).to.have.all.keys(...constant, name)
        expect((await ask('/bare', { fields: name })).json).to.have.all.keys(...constant, name)
      })
    }

    for (const [name, keys] of Object.entries(groups)) {
      if (keys === null || keys.length === 0) continue
      it(`have the keys of ${name}`, () => expect(whole[name]).to.include.all.keys(...keys))
    }

    it('several fields return the groups of each', async () => {
      const { json } = await ask('/full', { fields: 'summary,scoring,summary' })
      expect(json).to.have.all.keys(...constant, 'scoring', 'summary')
    })

    it('have issues with the documented keys and values', () => {
      expect(whole.issues).not.to.deep.equal([])
      for (const issue of whole.issues) {
        expect(issue).to.include.all.keys(...issueKeys)
        expect(['error', 'warning', 'info']).to.include(issue.severity)
        expect(['minutes', 'hours', 'days']).to.include(issue.estimated_effort)
        expect(['high', 'medium', 'low']).to.include(issue.impact)
        expect(issue.code).to.equal(issue.source_rule.toUpperCase().replaceAll('-', '_'))
      }
    })

    it('add up: deductions to categories, categories to the overall score, rules to the total', () => {
      const { weights: reported, overall, by_category, deductions } = whole.scoring
      expect(reported).to.deep.equal(weights)
      let sum = 0
      for (const [category, weight] of Object.entries(weights)) {
        const lost = deductions
          .filter((one: { category: string }) => one.category === category)
          .reduce((all: number, { points }: { points: number }) => all + points, 0)
        expect(by_category[category], category).to.be.closeTo(100 - lost, 0.01)
        sum += weight * by_category[category]
      }
      expect(overall).to.equal(Math.round(sum))
      const { rules, passed, critical_count, warning_count, info_count } = whole.summary
      expect(rules.total).to.equal(rules.passed + rules.failed)
      expect(rules.passed).to.equal(passed.length)
      expect(critical_count + warning_count + info_count).to.equal(whole.issues.length)
    })

    it('device selects the user agent; mobile by default', async () => {
      expect([whole.scoring.device, whole.context.device]).to.deep.equal(['mobile', 'mobile'])
      const { json } = await ask('/full', { device: 'desktop' })
      expect(json.scoring.device).to.equal('desktop')
    })

    it('vitals=none: web_vitals is null; synthetic by default', async () => {
      expect(whole.web_vitals).to.include({ source: 'synthetic', confidence: 'heuristic' })
      expect((await ask('/full', { vitals: 'none' })).json.web_vitals).to.equal(null)
    })

    it('are cached: MISS, then HIT with the same content, and the page is requested once', async () => {
      const first = await ask('/audited')
      const second = await ask('/audited')
      expect([first.cache, second.cache]).to.deep.equal(['MISS', 'HIT'])
      expect(second.json).to.deep.equal(first.json)
      expect(fixture.site.hits('/audited')).to.equal(1)
    })

    it('share an entry for equivalent parameters, and have another one for each different parameter', async () => {
      await ask('/audited-again', { fields: 'issues,scoring' })
      const same = await ask('/audited-again', {
        fields: 'scoring,issues',
        device: 'mobile',
        vitals: 'synthetic',
      })
      expect(same.cache).to.equal('HIT')
      for (const other of [{ fields: 'scoring' }, { device: 'desktop' }, { vitals: 'none' }]) {
        expect((await ask('/audited-again', other)).cache, JSON.stringify(other)).to.equal('MISS')
      }
    })

    it('are made anew for Cache-Control: no-cache', async () => {
      await ask('/audited-anew')
      expect((await ask('/audited-anew', {}, { 'Cache-Control': 'no-cache' })).cache).to.equal('MISS')
      expect((await ask('/audited-anew')).cache).to.equal('HIT')
    })

    it('with compare=true are never cached: the first has no predecessor, the next one compares with it', async () => {
      const first = await ask('/compared', { compare: true })
      const second = await ask('/compared', { compare: true })
      expect([first.cache, second.cache]).to.deep.equal(['MISS', 'MISS'])
      expect(fixture.site.hits('/compared')).to.equal(2)
      expect(first.json.diff).to.include({ previous: null, score_deltas: null })
      const { previous, score_deltas, new_issues, fixed_issues, persisting_issues } = second.json.diff
      expect(previous.scanned_at).to.equal(first.json.scannedAt)
      expect([score_deltas.overall, new_issues, fixed_issues]).to.deep.equal([0, [], []])
      expect(persisting_issues).to.have.length(first.json.issues.length)
      expect((await ask('/compared')).json.diff).to.equal(null)
    })
  })
}
