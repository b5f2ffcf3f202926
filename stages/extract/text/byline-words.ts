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

/** Characters of a label. */
const beginning = 3
const keyOf = (word: string): number =>
  ((word.charCodeAt(0) & 0x3ff) << 20) | ((word.charCodeAt(1) & 0x3ff) << 10) | (word.charCodeAt(2) & 0x3ff)

/** The first code units of every label, in lower case, in capitals, and with one capital; the first one in scripts of Asia. */
const beginnings: ReadonlySet<number> = new Set(
  [by, done, work, labelled, authors, eastern, 'an |ein|une|un |文|글'].flatMap((words) =>
    words.split('|').flatMap((word) => {
      const start = word
        .replaceAll('\\s', ' ')
        .replace(/[(?[].*$/, '')
        .slice(0, beginning)
      if (start.charCodeAt(0) > 0x2fff) return [start.charCodeAt(0)]
      const behind = start.length < beginning ? [...' \t\n\r:<&\u00a0'] : ['']
      return behind.flatMap((sign) =>
        [start, start.toUpperCase(), (start[0] ?? '').toUpperCase() + start.slice(1)].map((one) =>
          keyOf(one + sign),
        ),
      )
    }),
  ),
)

/** Whether a label may begin at this place of a text; most words do not. */
export function mayBeginLabel(codes: Uint16Array, at: number): boolean {
  const first = codes[at] ?? 0
  if (first > 0x2fff) return beginnings.has(first)
  const key =
    (((codes[at] ?? 0) & 0x3ff) << 20) |
    (((codes[at + 1] ?? 0) & 0x3ff) << 10) |
    ((codes[at + 2] ?? 0) & 0x3ff)
  return beginnings.has(key)
}

/** How certain a label is: `bare` ones begin sentences too. */
export type LabelKind = 'certain' | 'bare'

/** The label at the beginning of a text, and what stands behind it; null without one. */
export function labelOf(text: string): { readonly kind: LabelKind; readonly rest: string } | null {
  for (const [pattern, kind] of [
    [before, 'certain'],
    [bare, 'bare'],
    [dated, 'certain'],
  ] as const) {
    const found = pattern.exec(text)
    if (found) return { kind, rest: text.slice(found[0].length) }
  }
  return null
}
