import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

export interface TitleElements {
  /** Titles that are children of the head, which browsers and crawlers use. Titles of svg are left out. */
  readonly inHead: readonly Element[]
  readonly elsewhere: readonly Element[]
}

/** The title elements of the document, in the head and elsewhere. */
export const titleElements = memoize((document: PageDocument): TitleElements => {
  const titles = document.byTag('title')
  const isInHead = (element: Element) => element.parent === document.head
  return { inHead: titles.filter(isInHead), elsewhere: titles.filter((element) => !isInHead(element)) }
})

/** Longer titles are checked by their beginning. */
const MAX_TITLE_CHARS = 5_000

/** The title, at most 5,000 characters of it; null when it is absent or blank. */
export const titleText = memoize((document: PageDocument): string | null => {
  return document.title?.slice(0, MAX_TITLE_CHARS).trim() || null
})

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Maximum characters that are read. */
const MAX_COMPARED_CHARS = 2_000

/** Words of a short text in lower case, by the rules of Unicode (UAX #29), also in Japanese, Chinese and Thai. */
export function wordsOf(text: string): string[] {
  const segments = [...segmenter.segment(text.slice(0, MAX_COMPARED_CHARS).normalize('NFKC').toLowerCase())]
  return segments.flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
}

/** A form to compare texts: lower case, one width, punctuation and white space reduced to single spaces. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
}

/** Titles that Google's page on title links calls vague, in several languages, and defaults of frameworks. */
const vague = new Set(
  `home|homepage|home page|main page|start page|index|index html|untitled|untitled document|untitled page|document|page|
   profile|new page|welcome|website|my website|my site|title|page title|default|test|blank page|
   startseite|unbenannt|unbenanntes dokument|profil|accueil|page d accueil|sans titre|inicio|página principal|sin título|
   página inicial|sem título|início|home pagina|startpagina|naamloos|strona główna|bez tytułu|главная|главная страница|
   ana sayfa|hjem|hem|etusivu|ホーム|トップページ|無題ドキュメント|首页|主页|首頁|无标题文档|홈|
   react app|vite app|vite react|vite react ts|vite vue|vite vue ts|vue app|create next app|next js|nuxt app|my nuxt app|
   angular|gatsby default starter|gatsby starter|svelte app|astro|remix app|new remix app|just another wordpress site|
   my wordpress site|wordpress|my wordpress blog|iis windows server|welcome to nginx|apache2 ubuntu default page it works`
    .split('|')
    .map((title) => title.trim()),
)

/** Whether a title says nothing about its page. */
export function isVagueTitle(title: string): boolean {
  return title.length < 80 && vague.has(plainText(title))
}
