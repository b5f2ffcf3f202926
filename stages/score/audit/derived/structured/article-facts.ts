import type { StructuredDataInput, StructuredItem } from '#shared/messages/payloads/structured-data.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { type Evidence, elementEvidence } from '../../engine/rule.ts'
import type { Facts } from '../../facts/facts.ts'
import { headMetas } from '../head/head-elements.ts'
import { mainText } from '../text/main-text.ts'
import { hasType, hasValue, itemsOf, structuredElementAt, textsOf } from './structured-data.ts'

/** schema.org types at and below Article that people use for articles. */
const articleTypes = new Set(
  `Article NewsArticle BlogPosting TechArticle ScholarlyArticle MedicalScholarlyArticle LiveBlogPosting Report
   AdvertiserContentArticle AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle
   ReportageNewsArticle ReviewNewsArticle SatiricalArticle`.split(/\s+/),
)

/** The articles that the page is about: top-level items, or the main entity of a top-level page. */
export const articleItems = memoize((structured: StructuredDataInput): readonly StructuredItem[] =>
  structured.items
    .flatMap((item) => [item, ...itemsOf(item, 'mainEntity')])
    .filter((item) => hasType(item, articleTypes)),
)

/** Whether structured data or Open Graph declare the page an article. */
export function isArticle({ document, structured }: Pick<Facts, 'document' | 'structured'>): boolean {
  return (
    articleItems(structured).length > 0 ||
    headMetas(document, 'og:type').some(({ content }) => /^article$/i.test(content))
  )
}

export interface ArticleDate {
  readonly kind: 'published' | 'modified'
  readonly origin: 'structured data' | 'meta' | 'text'
  /** In milliseconds since the epoch; a time without a zone counts as UTC. */
  readonly time: number
  readonly evidence: Evidence
}

/** Publication and modification dates of the article; values other than ISO 8601 dates are left out. */
export function articleDates({
  document,
  structured,
}: Pick<Facts, 'document' | 'structured'>): ArticleDate[] {
  return [...structuredDates(document, structured), ...metaDates(document), ...visibleDates(document)]
}

/** With more articles the page is a list. */
const MOST_ARTICLES = 3

function structuredDates(document: PageDocument, structured: StructuredDataInput): ArticleDate[] {
  const articles = articleItems(structured)
  if (articles.length > MOST_ARTICLES) return []
  return articles.flatMap((item) => {
    const element = structuredElementAt(document, item.offset)
    const read = (name: string, kind: ArticleDate['kind']) =>
      textsOf(item, name).flatMap((text) =>
        dateAt(text, {
          kind,
          origin: 'structured data',
          evidence: { node: element, value: `${name}: ${text}` },
        }),
      )
    return [...read('datePublished', 'published'), ...read('dateModified', 'modified')]
  })
}

function metaDates(document: PageDocument): ArticleDate[] {
  const read = (name: string, kind: ArticleDate['kind']) =>
    headMetas(document, name)
      .slice(0, 1)
      .flatMap(({ element, content }) =>
        dateAt(content, { kind, origin: 'meta', evidence: elementEvidence(element, content) }),
      )
  return [...read('article:published_time', 'published'), ...read('article:modified_time', 'modified')]
}

/** The only element that is marked as the date of publication; several ones belong to other articles too. */
function visibleDates(document: PageDocument): ArticleDate[] {
  const marked = document
    .byTag('time')
    .filter(
      ({ attribs }) =>
        attribs.pubdate !== undefined || /\b(?:published|entry-date|pubdate)\b/.test(attribs.class ?? ''),
    )
    .filter(
      ({ attribs }) => !/\bupdated\b/.test(attribs.class ?? '') || /\bpublished\b/.test(attribs.class ?? ''),
    )
  const [only] = marked
  if (only === undefined || marked.length > 1) return []
  const written = only.attribs.datetime ?? ''
  return dateAt(written, { kind: 'published', origin: 'text', evidence: elementEvidence(only, written) })
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

function dateAt(text: string, date: Omit<ArticleDate, 'time'>): ArticleDate[] {
  const written = text.trim()
  if (!isoDate.test(written)) return []
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(written.slice(10))
  const time = Date.parse(written.length > 10 && !hasZone ? `${written}Z` : written)
  return Number.isNaN(time) ? [] : [{ ...date, time }]
}

const datingMetas = [
  'article:published_time',
  'article:modified_time',
  'og:updated_time',
  'date',
  'pubdate',
  'dc.date',
  'dcterms.created',
  'dcterms.modified',
  'citation_publication_date',
  'parsely-pub-date',
]

/** A day of a year as people write it, in digits or with the name of a month. */
const writtenDate =
  /\b\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b|\b(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}\b|(?:19|20)\d\d\s?[年년]|\b\d{1,2}(?:st|nd|rd|th|\.|º)? (?:de )?\p{L}{3,12}\.?,? (?:de )?(?:19|20)\d\d|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d/u

/** Whether the page shows any date of the article: in markup, metadata, a `time` element or the text. */
export function hasAnyDate({ document, structured }: Pick<Facts, 'document' | 'structured'>): boolean {
  const names = ['datePublished', 'dateModified', 'dateCreated', 'uploadDate']
  return (
    articleItems(structured).some((item) => names.some((name) => hasValue(item, name))) ||
    datingMetas.some((name) => headMetas(document, name).length > 0) ||
    document.byTag('time').length > 0 ||
    mainText(document).blocks.some(({ text }) => writtenDate.test(text))
  )
}
