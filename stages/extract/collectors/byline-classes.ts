import { BigramFilter } from '../html/bigram-filter.ts'
import { tokensOf } from '../text/tidy.ts'

const maxClassChars = 300

/** What class names say about an element: it holds a name alone, or a name among other words, or comments. */
export type ClassKind = 'class-name' | 'class' | 'comments'

/** A part that each class name below contains; most classes contain none, so this test rejects them cheaply. */
const any = /auth?or|auteur|by-?_?line|writer|creator|verfasser|username|comment|redakteur|posted-?_?by/i
/** The rarest letter pair of each word of `any`: each class name with a kind contains one. */
export const pairsOfClasses = new BigramFilter(['au', 'by', 'wr', 'cr', 'rf', 'rn', 'mm', 'kt'])

/** Words for an author, alone or joined to a word for the text. */
const person =
  /^(?:article|post|entry|blog|news|story|content|page|item|meta|main|text|single|the)?(?:authors?|autor(?:en|es)?|auteurs?|autore|by-?lines?|writers?|creator|verfasser|redakteur|username|postedby)$/
/** Words behind it for the name itself. */
const name = /^(?:name|names|link|fn|display|fullname)$/
/** Words behind it for an element that holds the name among others. */
const around =
  /^(?:info|meta|vcard|wrapper|wrap|text|content|inner|by|credit|line|date|block|box|details?|container|item|label)$/
/** Words for commenters, and for parts of a box about the author that do not hold the name. */
const other =
  /comment|avatar|image|photo|picture|\bbio|related|sidebar|widget|social|follow|share|more|count|list|description|quote|teaser|job|role|email|icon|twitter/
const comments =
  /^(?:(?:user|wp|article|post|entry|page|blog|the|single)-?)?comments?(?:-?(?:list|area|body|item|content|section|wrap|container|thread|box))?$|^commentlist$/

/** The words of one class name, without modifiers (`--large`) and hashes of style sheets. */
function wordsOf(token: string): string[] {
  return token
    .replace(/(?<=[a-z])--[a-z].*$/, '')
    .split(/[-_]+/)
    .filter((word) => word !== '' && !/\d.*[a-z]|[a-z].*\d/.test(word))
}

function kindOfToken(token: string): ClassKind | null {
  const words = wordsOf(token)
  const at = words.findLastIndex((word) => person.test(word))
  const isPostedBy = words.length > 1 && words.at(-2) === 'posted' && words.at(-1) === 'by'
  if (at < 0)
    return /^(?:authors?|autor|byline|writer)s?name$/.test(words.at(-1) ?? '')
      ? 'class-name'
      : isPostedBy
        ? 'class'
        : null
  const behind = words.slice(at + 1)
  if (behind.length === 0) return 'class'
  if (behind.length > 2) return null
  if (behind.every((word) => name.test(word))) return 'class-name'
  return behind.every((word) => around.test(word) || name.test(word)) ? 'class' : null
}

/** What the value of a `class` attribute says about authors; null for nothing. */
export function kindOfClass(classes: string): ClassKind | null {
  if (classes.length > maxClassChars || !any.test(classes)) return null
  const tokens = tokensOf(classes.replace(/(?<=[a-z])(?=[A-Z])/g, '-'))
  if (tokens.some((token) => comments.test(token))) return 'comments'
  if (tokens.some((token) => other.test(token))) return null
  const kinds = tokens.map(kindOfToken)
  return kinds.includes('class-name') ? 'class-name' : kinds.includes('class') ? 'class' : null
}
