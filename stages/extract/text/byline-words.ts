import type { SourceText } from '../html/source-text.ts'

const list = (words: string): string =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', '\\s'))
    .join('|')

/** "by" in the languages of the web, standing before a name. */
const by = list('by von par por di door av af od per przez oleh bởi bói от від της του โดย')

/** Words for authors that may stand before a name without a colon. */
const authors = list('authors? autor(?:in|en|innen)? auteure?s? autor[ei]')

/** What was done to a text: it stands before "by", with a date between or not. */
const done = list(`
  written posted published submitted authored created contributed reported updated
  geschrieben verfasst veröffentlicht publiziert erstellt gespeichert eingestellt gepostet eingetragen
  écrit rédigé publié posté proposé mis_en_ligne escrito publicado enviado redactado postado scritto pubblicato
  inserito postato a_cura geschreven geplaatst gepost skriven publicerad skrevet publisert udgivet opublikowane
  napisane dodane написано опубликовано додано ditulis diposting viết đăng`)

/** Kinds of texts: they stand before "by". */
const work = list(`
  article story text words report interview recipe essay artikel beitrag gastbeitrag blogbeitrag blog_beitrag bericht
  kommentar rezept reportage texte récit artículo artigo articolo tekst texto testo`)

/** Words for an author that need a colon after them. */
const labelled = list(`
  authors? writers? reporters? journalists? contributors? text words story
  autor(?:in|en|innen)? autor[/*:_]-?in verfasser(?:in)? redaktion redakteur(?:in)? bericht von
  auteure?s? rédact(?:eur|rice|ion) texte autores? autoras? redactor(?:a|es)? redacción periodista texto escritora?
  redação repórter reportagem autor[ei] autrice redazione testo schrijver tekst författare skribent forfatter journalist
  kirjoittaja teksti szerző írta autorka autorzy autoři napsala? napisała? scris_de автори?ы? текст журналист
  корреспондент кореспондент συντάκτης αρθρογράφος κείμενο yazar[ıi]? yazan penulis tác_giả`)

/** Words for an author in scripts without spaces or cases; they need no colon. */
const eastern = list(
  '作者 記者 记者 撰文 筆者 著者 執筆 投稿者 作成者 작성자 글쓴이 بقلم الكاتب المؤلف מאת ผู้เขียน लेखक',
)

/** A label at the beginning: "By", "Posted by", "Text von", "Autor:". */
const before = new RegExp(
  `^(?:(?:(?:an?|eine?|une?|un)\\s)?(?:${done}|${work}),?\\s(?:${by}|da)\\s*:?(?=\\s|$)|(?:${labelled})(?:\\s(?:und|and|et|y|e|och|og|&|\\+)\\s\\S+?)?\\s?[:：]|(?:文|글)\\s?[/:：／|]|(?:${eastern})\\s?[/:：／|]?)\\s*`,
  'i',
)
/** "By" alone, or "Autoren" without a colon; sentences begin with them too. */
const bare = new RegExp(`^(?:(?:${by})\\s*:?|${authors})(?=\\s|$)\\s*`, 'i')
/** What is done to a text, with a date and perhaps a time, then "by". */
const dated = new RegExp(
  `^[^\\n]{0,60}?\\d[\\s\\d.,:;|/·•–—-]{0,6}(?:(?:uhr|h|am|pm)[\\s.,|·•–—-]{0,3})?(?:${by})\\s*:?(?=\\s|$)\\s*`,
  'i',
)

/** As it is written in lower case, with one capital, and in capitals. */
const spellings = (word: string): string[] => [
  word,
  (word[0] ?? '').toUpperCase() + word.slice(1),
  word.toUpperCase(),
]

/** The alternatives of patterns. What stands in parentheses is never their first letter. */
const patternsOf = (lists: readonly string[]): string[] =>
  lists
    .join('|')
    .replace(/\(.*?\)/g, '(')
    .split('|')
/** Labels may begin with them: "An article by", "a cura di". */
const articles = new Set(['a', 'an', 'ein', 'eine', 'un', 'une'].flatMap(spellings))
/** The first word of a pattern, or of what stands behind an article. */
function firstWord(pattern: string): string {
  const [first = '', second] = pattern.split('\\s')
  return second !== undefined && articles.has(first) ? second : first
}

/** A word up to what is optional in it. */
const plainStart = (word: string): string => word.replace(/.\?.*$|[([].*$/, '')
const isWhole = (word: string): boolean => !/[([?]/.test(word)

const firstWords = patternsOf([by, done, work, labelled, authors]).map(firstWord)
const words = new Set(firstWords.filter(isWhole).flatMap(spellings))
const starts = new Set(
  firstWords.filter((word) => !isWhole(word)).flatMap((word) => spellings(plainStart(word))),
)
for (const start of patternsOf([eastern, '文|글'])) starts.add(plainStart(start))
const longest = Math.max(...[...words, ...starts].map((word) => word.length))

/** Letters, and what is written like one; signs and digits end a word. */
export function isLetter(code: number): boolean {
  return code >= 0xc0 || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
}

/** Scripts without spaces begin here: of their words, only the first letter is looked at. */
const ideographs = 0x2fff

/** Five bits of a letter, the same for both cases of most; 0 for anything else. */
function bitsOf(code: number): number {
  return isLetter(code) ? code & 0x1f : 0
}

/** By the bits of the first letter, a mask of those of the second; by the bits of both, a mask of those of the third. */
const seconds = new Uint32Array(32)
const thirds = new Uint32Array(1024)

/** Whether no label begins with these letters. Most words are told from labels here, by tables that stay in the cache. */
function beginsNone(first: number, next: number, nextButOne: number): boolean {
  const second = first > ideographs ? 0 : bitsOf(next)
  if (((seconds[first & 0x1f] ?? 0) & (1 << second)) === 0) return true
  const third = second === 0 ? 0 : bitsOf(nextButOne)
  return ((thirds[((first & 0x1f) << 5) | second] ?? 0) & (1 << third)) === 0
}

for (const word of [...words, ...starts, ...articles]) {
  const first = word.charCodeAt(0)
  const second = first > ideographs ? 0 : bitsOf(word.charCodeAt(1) || 0)
  const pair = ((first & 0x1f) << 5) | second
  seconds[first & 0x1f] = (seconds[first & 0x1f] ?? 0) | (1 << second)
  thirds[pair] = (thirds[pair] ?? 0) | (1 << (second === 0 ? 0 : bitsOf(word.charCodeAt(2) || 0)))
}

/** The next hash of a word by one more letter; the same for both cases of most letters. */
function hashed(hash: number, code: number): number {
  return (hash * 31 + (code & 0x1f)) & 0xfff
}

/** By hash, whether one of the words has it. */
function hashesOf(texts: Iterable<string>): Uint8Array {
  const hashes = new Uint8Array(1 << 12)
  for (const text of texts) {
    let hash = 0
    for (let at = 0; at < text.length; at++) hash = hashed(hash, text.charCodeAt(at))
    hashes[hash] = 1
  }
  return hashes
}

const hashesOfStarts = hashesOf(starts)
const hashesOfWords = hashesOf([...words, ...articles])

/** Where the word at this place ends; longer ones are cut. */
function endOfWord({ codes }: SourceText, at: number): number {
  let end = at
  while (end - at < longest && isLetter(codes[end] ?? 0)) end++
  return end
}

/** Whether the word begins like one with several endings. */
function hasKnownStart({ text, codes }: SourceText, at: number, end: number): boolean {
  let hash = 0
  for (let letter = at; letter < end; letter++) {
    hash = hashed(hash, codes[letter] ?? 0)
    if (hashesOfStarts[hash] === 1 && starts.has(text.slice(at, letter + 1))) return true
  }
  return false
}

/** The word, if its hash is one of those of `words` and `articles`; else ''. */
function knownWord({ text, codes }: SourceText, at: number, end: number): string {
  let hash = 0
  for (let letter = at; letter < end; letter++) hash = hashed(hash, codes[letter] ?? 0)
  return hashesOfWords[hash] === 1 ? text.slice(at, end) : ''
}

/** Whether a label may begin at this place of a text, perhaps with an article; most words do not. */
export function mayBeginLabel(source: SourceText, at: number): boolean {
  if (!mayBeginWord(source, at)) return false
  const end = endOfWord(source, at)
  if (isFirstWord(source, at, end)) return true
  const next = end + 1
  const isArticle = articles.has(knownWord(source, at, end))
  return isArticle && mayBeginWord(source, next) && isFirstWord(source, next, endOfWord(source, next))
}

function mayBeginWord({ codes }: SourceText, at: number): boolean {
  return !beginsNone(codes[at] ?? 0, codes[at + 1] ?? 0, codes[at + 2] ?? 0)
}

/** Whether a label may begin with the word. */
function isFirstWord(source: SourceText, at: number, end: number): boolean {
  return words.has(knownWord(source, at, end)) || hasKnownStart(source, at, end)
}

/** How certain a label is: `bare` ones begin sentences too. */
export type LabelKind = 'certain' | 'bare'

function mayBegin(text: string): boolean {
  return !beginsNone(text.charCodeAt(0) || 0, text.charCodeAt(1) || 0, text.charCodeAt(2) || 0)
}

/** Each with a test that rejects most texts at once. */
const patterns = [
  [before, 'certain', mayBegin],
  [bare, 'bare', mayBegin],
  [dated, 'certain', (text: string) => /\d/.test(text)],
] as const

/** The label at the beginning of a text, and what stands behind it; null without one. */
export function labelOf(text: string): { readonly kind: LabelKind; readonly rest: string } | null {
  for (const [pattern, kind, mayMatch] of patterns) {
    const found = mayMatch(text) ? pattern.exec(text) : null
    if (found) return { kind, rest: text.slice(found[0].length) }
  }
  return null
}
