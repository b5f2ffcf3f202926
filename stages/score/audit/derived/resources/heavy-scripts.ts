import type { PageDocument } from '../../document/page-document.ts'
import { elementEvidence, fail, notApplicable, pass } from '../../engine/rule.ts'
import { type PageScript, scriptsOf } from './scripts.ts'

interface Limit<Message extends string> {
  readonly message: Message
  /** Maximum of all scripts together, in kilobytes of 1,000 bytes. */
  readonly maxKb: number
  readonly isMeant: (script: PageScript) => boolean
}

/** Verdict on the text of the page's `script` elements, the heaviest first. */
export function heavyScripts<const Message extends string>(
  document: PageDocument,
  { message, maxKb, isMeant }: Limit<Message>,
) {
  const scripts = scriptsOf(document).filter((script) => script.text !== '' && isMeant(script))
  if (scripts.length === 0) return notApplicable
  const sizes = scripts.map(({ element, text }) => ({ element, bytes: Buffer.byteLength(text) }))
  const kilobytes = Math.round(sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
  if (kilobytes <= maxKb) return pass
  const heaviest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 10)
  const evidence = heaviest.map(({ element, bytes }) => elementEvidence(element, `${bytes} bytes`))
  return fail(message, { values: { kilobytes, max: maxKb }, evidence })
}
