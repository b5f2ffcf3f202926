import type { PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import type { Batch, Frontier } from '#stages/batch/frontier/frontier.ts'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  failure,
  type OutcomeWithFacts,
  page,
  result,
} from '#test/contract/frontier/batch-scene.ts'
import { factsText } from '#test/support/site/facts-text.ts'
import { auditFacts, failedRule, pageFacts } from './page-facts.ts'

/** What a page of the scene says; null = it cannot be reached. */
export type ScenePages = Readonly<Record<string, ScenePage | null>>

interface ScenePage extends Partial<PageSiteFacts> {
  /** Ids of the rules that it fails. */
  readonly fails?: readonly string[]
}

const linkTo = (url: string) => ({ url, text: `to ${url}`, isNofollow: false })

/** Pages with findings of many rules; `host` has the first ones, `other` two more. */
export function scenePages(host: string, other = host): ScenePages {
  const at = (path: string) => `http://${host}/${path}`
  const links = [linkTo(at('b')), linkTo(at('gone')), linkTo('http://outside.example/')]
  return {
    [at('a')]: { title: 'Same', links, fails: ['often', 'once'] },
    [at('b')]: { title: 'Same', links: [linkTo(at('a'))], isNoindex: true, fails: ['often'] },
    [at('c')]: { finalUrl: at('d'), redirects: [{ url: at('c'), status: 301 }], title: 'by redirect' },
    [at('gone')]: null,
    [`http://${other}/e`]: {
      ...{
        title: 'Same',
        canonical: at('a'),
        alternates: [{ hreflang: 'de', url: at('b') }],
        fails: ['often'],
      },
      nodes: [{ id: '#it', what: 'Product: it' }],
    },
    [`http://${other}/f`]: { status: 404, links: [linkTo(at('a'))] },
  }
}

/** Inspects these pages as a batch, which ends. */
export async function inspect(
  frontier: Frontier,
  id: string,
  pages: ScenePages,
  more: Partial<Batch> = { crawl: crawlRules },
): Promise<void> {
  await frontier.create(batchNamed(id, { operation: 'seo-audit', createdAt: 0, ...more }))
  const depth = more.crawl === null ? null : 0
  await frontier.add(
    id,
    Object.keys(pages).map((url) => page(url, { depth })),
  )
  await frontier.start(id, false)
  for (;;) {
    const dispatched = (await frontier.dispatch(100)).dispatches
    if (dispatched.length === 0) return
    await frontier.complete(completionsOf(dispatched, (url) => outcomeOf(url, pages[url] ?? null)))
  }
}

function outcomeOf(url: string, said: ScenePage | null): OutcomeWithFacts {
  if (said === null) return failure(url)
  const { fails = [], ...facts } = said
  const audit = auditFacts(
    100 - 10 * fails.length,
    fails.map((rule) => failedRule(rule, { message: `at ${url}` })),
  )
  return { ...result(url), siteFacts: factsText(pageFacts(url, facts), audit) }
}
