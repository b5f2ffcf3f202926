const HIDDEN = '[hidden]'

/** API keys: the id may be logged, the secret not. */
const API_KEY = /\b(pp_[A-Za-z0-9]{8})_[A-Za-z0-9]{32}/g
/** User information of a URL, between `//` and `@` (RFC 3986, section 3.2.1). */
const USERINFO = /(:\/\/)[^\s/?#"'\\@]*(?:@[^\s/?#"'\\@]*)*@/g
const FIELDS =
  'authorization|proxy-authorization|x-api-key|cookie|set-cookie|password|secret_?key|secret|token'
/** A URL with its fragment, which a caller may have put a secret into (`#access_token=…`). */
const URL_WITH_FRAGMENT = /(https?:\/\/[^\s"\\#]*)(#[^\s"\\]*)?/gi
/** Secret fields of a JSON line, and neighbours in a list of raw headers: the value is a text or a list of texts. */
const SECRET_FIELD = new RegExp(`("(?:${FIELDS})"\\s*[:,]\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'gi')
/** Secret header lines within a text. */
const SECRET_LINE = new RegExp(`\\b(${FIELDS})(: ?|=)(?:(?:Basic|Bearer) )?[^\\s"\\\\,;&]+`, 'gi')
/** Occurs in every text that one of the patterns above matches; most lines have none of it. */
const SUSPICIOUS = new RegExp(`pp_|@|#|${FIELDS}`, 'i')
/** Shorter secrets are not redacted: they would hide half of every line. */
const MIN_LENGTH = 4

/** A function that replaces secrets in a line of JSON: the given ones, and texts that look like one. */
export function makeRedaction(secrets: readonly string[]): (line: string) => string {
  const known = [...new Set(secrets.flatMap(spellings))].filter((secret) => secret.length >= MIN_LENGTH)
  const longestFirst = known.toSorted((a, b) => b.length - a.length)
  return (line) => {
    let text = line
    for (const secret of longestFirst) text = text.replaceAll(secret, HIDDEN)
    if (!SUSPICIOUS.test(text)) return text
    return text
      .replace(API_KEY, `$1_${HIDDEN}`)
      .replace(USERINFO, `$1${HIDDEN}@`)
      .replace(
        URL_WITH_FRAGMENT,
        (_whole, url: string, fragment?: string) => url + (fragment ? `#${HIDDEN}` : ''),
      )
      .replace(SECRET_FIELD, `$1"${HIDDEN}"`)
      .replace(SECRET_LINE, `$1$2${HIDDEN}`)
  }
}

/** A secret as it is, in JSON, and in a URL. */
function spellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]
}
