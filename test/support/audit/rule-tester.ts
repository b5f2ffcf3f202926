import { expect } from 'chai'
import type { RuleDefinition, Verdict } from '#stages/score/audit/engine/rule.ts'
import { messageOf, named } from '#stages/score/audit/engine/run-rules.ts'
import type { Facts } from '#stages/score/audit/facts/facts.ts'
import { type AuditPage, auditFacts } from '#test/support/audit/audit-page.ts'

interface Case {
  /** The authority that the case is from, and what it shows. */
  readonly name: string
  /** The page, or only its HTML. */
  readonly page: string | AuditPage
}

interface Failing extends Case {
  /** Key of the message. */
  readonly message: string
  readonly affected?: number
  readonly total?: number
  /** Selector of the first evidence, or its value when it has no element; null for a failure without evidence. */
  readonly evidence: string | null
  /** A part of the message as shown. */
  readonly says?: string
}

interface Undecided extends Case {
  readonly reason?: string
}

type Failed = Verdict & { readonly kind: 'fail' }

export interface RuleCases {
  readonly passes: readonly Case[]
  readonly fails: readonly Failing[]
  /** Cases, or the reason why the rule applies to every page. */
  readonly notApplicable: readonly Case[] | string
  readonly notDecidable?: readonly Undecided[]
}

/** Some cases are pages of more than 2 MB. */
const TIMEOUT_MS = 60_000

/** Runs a rule on its cases; it gets only the facts that it declares. */
export function ruleTester(rule: RuleDefinition, cases: RuleCases): void {
  describe(`rule ${rule.id}`, function () {
    this.timeout(TIMEOUT_MS)
    const { passes, fails, notApplicable, notDecidable = [] } = cases
    const others = typeof notApplicable === 'string' ? [] : notApplicable
    refuseDoubles([...passes, ...fails, ...others, ...notDecidable])
    it('has cases of each kind', () => {
      expect(passes, 'passes').not.to.be.empty
      expect(fails, 'fails').not.to.be.empty
      expect(notApplicable, 'not applicable').not.to.be.empty
    })
    for (const one of passes) it(`passes: ${one.name}`, () => expectKind(judge(rule, one), 'pass'))
    for (const one of others)
      it(`is not applicable: ${one.name}`, () => expectKind(judge(rule, one), 'not_applicable'))
    for (const one of fails) it(`fails: ${one.name}`, () => expectFailure(rule, one))
    for (const one of notDecidable) it(`is undecided: ${one.name}`, () => expectUndecided(rule, one))
  })
}

/** The verdict of the rule on a page. */
export function judge(rule: RuleDefinition, one: Pick<Case, 'page'>): Verdict {
  return verdictOn(rule, factsOf(one))
}

function factsOf({ page }: Pick<Case, 'page'>): Facts {
  return auditFacts(typeof page === 'string' ? { html: page } : page)
}

function verdictOn(rule: RuleDefinition, facts: Facts): Verdict {
  const entries = rule.needs.map((need) => [need, facts[need]])
  return rule.check(Object.fromEntries(entries) as unknown as Facts)
}

function refuseDoubles(cases: readonly Case[]): void {
  const seen = new Set(cases.map(({ page }) => JSON.stringify(page)))
  if (seen.size !== cases.length) throw new Error('two cases have the same page')
}

function expectKind(verdict: Verdict, kind: Verdict['kind']): void {
  expect(verdict.kind, JSON.stringify(plain(verdict))).to.equal(kind)
}

function expectFailure(rule: RuleDefinition, one: Failing): void {
  const facts = factsOf(one)
  const verdict = named(verdictOn(rule, facts), facts)
  expectKind(verdict, 'fail')
  if (verdict.kind !== 'fail') return
  const text = rule.messages[verdict.message] ?? ''
  expect(text, 'the message is declared').not.to.equal('')
  for (const [, name = ''] of text.matchAll(/\{(\w+)(?::[^{}]*)?\}/g))
    expect(verdict.values).to.have.property(name)
  expect(verdict.message).to.equal(one.message)
  expect(firstEvidence(verdict, facts)).to.equal(one.evidence)
  if (one.affected !== undefined) expect(verdict.extent?.affected, 'affected').to.equal(one.affected)
  if (one.total !== undefined) expect(verdict.extent?.total, 'total').to.equal(one.total)
  if (one.says !== undefined)
    expect(messageOf({ rule: { ...rule, category: 'content' }, verdict })).to.include(one.says)
}

function firstEvidence({ evidence: [first] }: Failed, { document }: Facts): string | null {
  if (first === undefined) return null
  if (first.node === null || !('attribs' in first.node)) return first.value
  return document.selectorOf(first.node)
}

function expectUndecided(rule: RuleDefinition, one: Undecided): void {
  const verdict = judge(rule, one)
  expectKind(verdict, 'not_decidable')
  if (verdict.kind === 'not_decidable' && one.reason !== undefined)
    expect(verdict.reason).to.equal(one.reason)
}

/** The verdict without the page's nodes, which have cycles. */
function plain(verdict: Verdict): unknown {
  if (verdict.kind !== 'fail') return verdict
  return { ...verdict, evidence: verdict.evidence.map(({ value }) => value) }
}
