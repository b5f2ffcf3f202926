import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { audit } from '#stages/score/score.worker.ts'
import { auditMaterial } from '#test/support/audit/audit-page.ts'
import { structuredPage } from '#test/support/audit/structured-page.ts'

/** What `page.json` says of a page, all of which is written for this project. */
export interface PageInfo {
  readonly url: string
  /** Kind of page, for readers: article, shop, forum, … */
  readonly kind: string
  readonly language: string
  /** Response headers, names in lower case; they add to a Content-Type of HTML in UTF-8. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A page as it is sent. */
export interface GoldenPage extends PageInfo {
  readonly name: string
  readonly html: Uint8Array
}

/** What the service says of a page: `expected.json`. */
export interface GoldenAnswers {
  /** All groups. */
  readonly metadata: MetadataResult
  readonly structured_data: { readonly items: readonly object[]; readonly findings: readonly object[] }
  /** The mobile profile, without the prose of rules. */
  readonly audit: {
    readonly overall: number
    readonly by_category: object
    readonly indexability: object
    /** By rule: severity and message, then the first places at fault. */
    readonly failed: Readonly<Record<string, readonly string[]>>
    /** The ids of the rules that passed, separated by blanks. */
    readonly passed: string
  }
}

export const folder = join(import.meta.dirname, 'pages')
const MAX_PLACES = 3

/** All golden pages, sorted by name; or those of the names. */
export function goldenPages(names: readonly string[] = readdirSync(folder).toSorted()): GoldenPage[] {
  return names.map((name) => ({
    name,
    ...(JSON.parse(readFileSync(join(folder, name, 'page.json'), 'utf8')) as PageInfo),
    html: new Uint8Array(readFileSync(join(folder, name, 'page.html'))),
  }))
}

/** The answers that stand beside a page; null for a new page. */
export function expectedOf({ name }: GoldenPage): GoldenAnswers | null {
  try {
    return JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as GoldenAnswers
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes the answers beside the page: they are expected from now on. */
export function accept({ name }: GoldenPage, answers: GoldenAnswers): void {
  writeFileSync(join(folder, name, 'expected.json'), `${JSON.stringify(answers, null, 1)}\n`)
}

/** The answers of the service for a page, made by its own stages; no page or file beside it answers. */
export function answersOf({ url, html, headers = {} }: GoldenPage): GoldenAnswers {
  const page = structuredPage(html, { url, headers })
  const { material: input, body } = auditMaterial(page)
  const { result, crashed } = audit({ input, body, request: { url, device: 'mobile', vitals: 'synthetic' } })
  if (crashed.length > 0) throw new Error(crashed.map(({ id, error }) => `${id}: ${error}`).join('\n'))
  const { items, findings } = input.structured
  const answers = { metadata: input.metadata, structured_data: { items, findings }, audit: auditOf(result) }
  return JSON.parse(JSON.stringify(answers)) as GoldenAnswers
}

function auditOf(result: SeoAuditResult): GoldenAnswers['audit'] {
  const { scoring, indexability = {}, issues = [], summary } = result
  const failed = issues.map((issue) => [
    issue.code,
    [`${issue.severity}: ${issue.message}`, ...placesOf(issue)],
  ])
  const { overall = 0, by_category = {} } = scoring ?? {}
  return {
    overall,
    by_category,
    indexability,
    failed: Object.fromEntries(failed),
    passed: (summary?.passed ?? []).join(' '),
  }
}

function placesOf({ selector, evidence = [] }: NonNullable<SeoAuditResult['issues']>[number]): string[] {
  const places = evidence.map(({ selector: at, value }) => (at === null ? value : `${at} | ${value}`))
  return (places.length > 0 ? places : selector === null ? [] : [selector]).slice(0, MAX_PLACES)
}
