import type { FactIndex } from '../../facts/fact-index.ts'
import { extract } from './extractor.ts'
import { siteName } from './texts.ts'

/** Accounts that stand for nobody. */
const nobody =
  /^(?:(?:wordpress|wp|site|super|web|my)?(?:admin|administrator|administrador|administrateur)\d*|webmaster|wordpress|root|user|author|autor|unknown|anonymous|anonymus|gast|guest)$/
/** Accounts of a whole editorial staff. */
const staff =
  /^(?:die|the|la|le|el|il|a)?(?:web|online|onlineredaktion|(?:editorial|web|online|news)?(?:staff|team|desk|board|room)|editors?|editorial|redakteur|redaktion|redaktionen|redaksjonen|redazione|rédaction|redacción|redação|redactie|redaksi|redakcja|redakce|szerkesztőség|toimitus|agencies|редакция|редакція|編集部|编辑部|編輯部|편집부)$/
const domain = /\.(?:com|org|net|de|at|ch|fr|info|eu)$/i
const legalForm = /\b(?:GmbH|e\. ?V|AG|Inc|Ltd|LLC)\b/
/** Shorter labels of a host are parts of many names. */
const minLabelChars = 6

/** Patterns for ASCII are a fraction of those for all scripts, and most names are ASCII. */
const isAscii = /^[\0-\x7f]*$/

/** A name in lower case, without white space and punctuation. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  return isAscii.test(lower) ? lower.replace(/[^a-z\d]/g, '') : lower.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a name is that of an account behind which nobody stands. */
export function isNobody(name: string): boolean {
  return nobody.test(folded(name))
}

/** The site's own names, folded. */
interface OwnNames {
  readonly site: string
  readonly host: string
  readonly label: string
}

function ownNames(factIndex: FactIndex): OwnNames {
  const { hostname } = factIndex.location
  return {
    site: folded(extract(siteName, factIndex) ?? ''),
    host: folded(hostname.replace(/^www\./, '')),
    label: folded(hostname.split('.').at(-2) ?? ''),
  }
}

/** Whether a name is an account's or the site's own: it names the publisher, not the author. */
export function isImpersonal(factIndex: FactIndex): (name: string) => boolean {
  let own: OwnNames | undefined
  return (name) => {
    own ??= ownNames(factIndex)
    const { site, host, label } = own
    const plain = folded(name)
    if (plain === site || host.startsWith(plain) || staff.test(plain)) return true
    if (label.length >= minLabelChars && plain.length > label.length && plain.includes(label)) return true
    return domain.test(name) || legalForm.test(name)
  }
}
