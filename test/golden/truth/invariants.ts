import type { Answer } from './answer.ts'

type Invariant = (answer: Answer) => boolean

const noindexRules = ['noindex', 'unavailable-after-past', 'noindex-not-crawlable', 'noindex-on-js-page']
const canonicalFaults = ['canonical-invalid', 'canonical-multiple', 'canonical-header-mismatch']
const hreflangRules = [
  'hreflang-self-missing',
  'hreflang-x-default-missing',
  'hreflang-no-generic',
  'hreflang-relative',
  'hreflang-self-vs-lang',
  'noindex-and-hreflang',
]
const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

const any = ({ failed }: Answer, ids: readonly string[]) => ids.some((id) => failed.has(id))
const implies = (premise: boolean, conclusion: boolean) => !premise || conclusion
const primary = (tag: string | null | undefined) => {
  const first = tag?.split(/[-_]/, 1)[0] ?? ''
  return /^[a-z]{2,3}$/i.test(first) ? (Intl.getCanonicalLocales(first)[0] ?? '') : first
}

/** What the sections on indexing say of each other and of the rules. */
export const ofIndexing: Readonly<Record<string, Invariant>> = {
  'noindex fails: Google does not index the page': ({ failed, result }) =>
    implies(failed.has('noindex'), !result.indexability.indexed_like_google),
  'a past date fails: Google does not index the page': ({ failed, result }) =>
    implies(failed.has('unavailable-after-past'), !result.indexability.indexed_like_google),
  'not indexed for noindex: a rule says so': (answer) =>
    implies(answer.result.indexability.effective_status === 'noindex', any(answer, noindexRules)),
  'effective noindex: not indexable': ({ result: { indexability } }) =>
    implies(indexability.robots_effective.startsWith('noindex'), !indexability.is_indexable),
  'effective nofollow: nofollow-page fails': ({ failed, result }) =>
    implies(result.indexability.robots_effective.endsWith('nofollow'), failed.has('nofollow-page')),
  'not indexable: not indexed by Google either': ({ result: { indexability } }) =>
    implies(!indexability.is_indexable, !indexability.indexed_like_google),
  'indexable by status: indexed like Google': ({ result: { indexability } }) =>
    (indexability.effective_status === 'indexable') === indexability.indexed_like_google,
  'robots metas and headers are those of metadata': ({ facts, result: { indexability } }) =>
    indexability.meta_robots === facts.metadata.indexability?.robots_meta &&
    indexability.x_robots_tag === facts.metadata.indexability.x_robots_tag,
  'the canonical is that of metadata': ({ facts, result: { indexability } }) =>
    indexability.canonical?.href === facts.metadata.canonical?.href &&
    indexability.canonical?.is_self_canonical === facts.metadata.canonical?.is_self_canonical,
  'a canonical is shown: canonical-missing does not fail': ({ failed, result }) =>
    implies(result.indexability.canonical !== null, !failed.has('canonical-missing')),
  'canonical-missing passes: a canonical is shown, or it is invalid': ({ failed, passed, result }) =>
    implies(
      passed.has('canonical-missing'),
      result.indexability.canonical !== null || failed.has('canonical-invalid'),
    ),
  'canonicalized: one clear canonical': (answer) =>
    implies(
      answer.result.indexability.effective_status === 'canonicalized',
      !any(answer, canonicalFaults) && answer.result.indexability.canonical?.is_self_canonical === false,
    ),
  'canonical of another domain: not the page itself': ({ failed, result }) =>
    implies(failed.has('canonical-cross-domain'), result.indexability.canonical?.is_self_canonical === false),
  'a fault of canonicals: metadata calls them invalid': (answer) =>
    implies(any(answer, canonicalFaults), answer.facts.metadata.indexability?.canonical_valid === false),
  'no language version: no rule speaks of one': (answer) =>
    implies(answer.result.i18n.hreflang.length === 0, !any(answer, hreflangRules)),
  'conflicts of language versions: a rule fails': (answer) =>
    answer.result.i18n.duplicates_or_conflicts ===
    any(answer, ['hreflang-duplicate-code', 'hreflang-sources-conflict', 'hreflang-url-many-languages']),
}

/** What the sections on the content say of each other and of the rules. */
export const ofContent: Readonly<Record<string, Invariant>> = {
  'no rule crashes': ({ crashed }) => crashed.length === 0,
  'title-missing fails: no title is counted': ({ failed, result }) =>
    implies(failed.has('title-missing'), result.metrics.title_length === 0),
  'no title: no rule judges it': (answer) =>
    implies(
      answer.result.metrics.title_length === 0,
      !any(answer, ['title-long', 'title-short', 'title-vague', 'title-stuffed', 'title-h1-unrelated']),
    ),
  'a title is counted: it is that of metadata': ({ facts: { metadata }, result }) =>
    implies(result.metrics.title_length > 0, metadata.title !== null && metadata.title !== ''),
  'description-missing or -blank fails: none is counted': (answer) =>
    implies(
      any(answer, ['description-missing', 'description-blank']),
      answer.result.metrics.description_length === 0,
    ),
  'no description: no rule judges it': (answer) =>
    implies(
      answer.result.metrics.description_length === 0,
      !any(answer, ['description-long', 'description-short', 'description-equals-title']),
    ),
  'headings are counted as in metadata': ({ facts, result }) =>
    levels.every((level) => result.metrics.headings[level] === facts.metadata.content?.heading_counts[level]),
  'all headings are listed': ({ result: { content, metrics } }) =>
    content.headings_truncated || content.headings.length === metrics.headings.total,
  'h1-missing fails: no h1 is exposed': ({ facts: { document }, failed }) =>
    implies(
      failed.has('h1-missing'),
      document
        .byTag('h1')
        .every(
          (h1) =>
            !document.isExposed(h1) ||
            h1.attribs.role !== undefined ||
            h1.attribs['aria-level'] !== undefined,
        ),
    ),
  'words are counted once': ({ result: { content, metrics } }) => content.word_count === metrics.word_count,
  'images are counted once': ({ result: { media, metrics } }) =>
    media.summary.total === metrics.images.total &&
    media.summary.without_alt === metrics.images.without_alt &&
    metrics.images.with_alt + metrics.images.without_alt === metrics.images.total,
  'a rule on images fails: there are images': (answer) =>
    implies(
      any(answer, [
        'image-alt',
        'image-no-dimensions',
        'offscreen-eager',
        'hero-lazy',
        'image-no-src-fallback',
      ]),
      answer.result.metrics.images.total > 0,
    ),
  'image-broken fails where an image is broken': ({ failed, result }) =>
    failed.has('image-broken') === result.media.summary.broken > 0,
  'links are counted as in metadata': ({ facts: { metadata }, result: { metrics } }) =>
    metadata.truncated?.links === true ||
    (['internal', 'external'] as const).every(
      (type) => metadata.links?.filter((link) => link.type === type).length === metrics.links[type],
    ),
  'page-dead-end fails: no link leads to another site': ({ failed, result }) =>
    implies(failed.has('page-dead-end'), result.metrics.links.external === 0),
  'html-has-lang fails: the page names no language': ({ facts, failed, result }) =>
    facts.document.html === null || failed.has('html-has-lang') === (result.i18n.language === null),
  'a valid lang: both languages of the answer are the same': ({ passed, result: { content, i18n } }) =>
    implies(
      passed.has('html-lang-valid') && content.language !== null && /^[a-z]/i.test(i18n.language ?? ''),
      primary(content.language) === primary(i18n.language),
    ),
  'structured data is counted once': ({ failed, result: { content, structured_data } }) =>
    content.has_schema === structured_data.count > 0 && implies(failed.has('sd-none'), !content.has_schema),
  'the encoding is that of metadata': ({ facts: { metadata }, result }) =>
    metadata.charset === result.http.charset,
  'charset-not-utf8 fails: the encoding is another': ({ failed, result }) =>
    implies(failed.has('charset-not-utf8'), result.http.charset !== 'UTF-8'),
  'charset-missing fails: no encoding was found': ({ facts, failed }) =>
    implies(failed.has('charset-missing'), ['utf8', 'default'].includes(facts.http.charsetSource)),
  'doctype-missing fails: quirks mode': ({ facts, failed }) =>
    implies(failed.has('doctype-missing'), facts.document.quirks === 'quirks'),
  'both rules on the doctype pass: no quirks': ({ facts, passed }) =>
    implies(
      passed.has('doctype-missing') && passed.has('doctype-quirks'),
      facts.document.quirks === 'no-quirks',
    ),
  'viewport-missing fails: metadata has none': ({ facts, failed }) =>
    implies(failed.has('viewport-missing'), facts.metadata.viewport === null),
  'base-invalid fails: the base is the page': ({ facts: { document }, failed }) =>
    implies(failed.has('base-invalid'), document.baseUrl === document.url),
  'an issue is no passed check': ({ result: { issues, summary } }) =>
    issues.every(({ source_rule }) => !summary.passed.includes(source_rule)),
}

/** Rules that would advise opposite things, or say the same thing twice, of one place. */
export const nearPairs: readonly (readonly [string, string])[] = [
  ['title-long', 'title-short'],
  ['title-short', 'title-vague'],
  ['title-missing', 'title-outside-head'],
  ['title-missing', 'title-short'],
  ['description-long', 'description-short'],
  ['description-missing', 'description-blank'],
  ['description-blank', 'description-short'],
  ['charset-missing', 'charset-late'],
  ['charset-missing', 'charset-conflict'],
  ['doctype-missing', 'doctype-quirks'],
  ['viewport-missing', 'viewport-invalid'],
  ['meta-viewport', 'meta-viewport-large'],
  ['canonical-missing', 'canonical-multiple'],
  ['canonical-missing', 'canonical-invalid'],
  ['noindex', 'noindex-not-crawlable'],
  ['noindex', 'noindex-on-js-page'],
  ['noindex', 'noindex-other-bot'],
  ['noindex', 'unavailable-after-past'],
  ['h1-missing', 'h1-multiple'],
  ['h1-missing', 'h1-empty'],
  ['hreflang-no-generic', 'hreflang-x-default-missing'],
  ['html-has-lang', 'html-lang-valid'],
  ['sd-none', 'sd-on-noindex'],
  ['sitemap-missing', 'sitemap-not-in-robots'],
  ['preconnect-missing', 'preconnect-too-many'],
]

/** The same of one element. */
export const nearPairsOfElements: readonly (readonly [string, string])[] = [
  ['hero-lazy', 'offscreen-eager'],
  ['hero-lazy', 'hero-no-fetchpriority'],
  ['hero-lazy', 'priority-contradiction'],
  ['hero-no-fetchpriority', 'offscreen-eager'],
  ['hero-no-fetchpriority', 'priority-contradiction'],
  ['priority-contradiction', 'offscreen-eager'],
  ['image-alt', 'image-redundant-alt'],
  ['image-alt', 'image-alt-long'],
  ['image-alt', 'image-alt-filename'],
  ['image-alt-filename', 'image-redundant-alt'],
  ['link-name', 'link-text-generic'],
  ['link-name', 'identical-links-same-purpose'],
  ['link-nofollow-internal', 'link-affiliate-unqualified'],
  ['empty-heading', 'h1-empty'],
  ['label', 'label-title-only'],
  ['label', 'form-field-multiple-labels'],
  ['metadata-in-body', 'head-broken'],
  ['metadata-in-body', 'hreflang-in-body'],
  ['title-outside-head', 'head-broken'],
  ['canonical-relative', 'canonical-invalid'],
  ['preload-redundant', 'preload-font-no-crossorigin'],
]
